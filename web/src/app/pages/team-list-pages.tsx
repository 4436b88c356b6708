import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { TeamList } from '../../features/distribution/teams/TeamList.tsx';
import { paths } from '../../lib/paths.ts';
import { sessionQuery, useMay } from '../../lib/session-query.ts';
import { CreateLink } from '../../ui/button/CreateButton.tsx';
import { prefetchPage } from '../prefetch-pages.ts';

/** The teams of a portfolio, for its manager. */
export function TeamsPage() {
  const { t } = useTranslation('teams');
  const mayManage = useMay('manage-teams');
  // Until the session has loaded, no amount is shown.
  const currency = useQuery(sessionQuery).data?.portfolio?.currency ?? '';
  return (
    <TeamList
      textKey="teams"
      currency={currency}
      hrefOf={paths.editTeam}
      action={mayManage && <CreateLink to={paths.createTeam}>{t('list.teams.add')}</CreateLink>}
      onIntent={() => prefetchPage('/edit-team/:id')}
    />
  );
}

/** The teams of every portfolio: an administrator reads them and opens their agents. */
export function AllTeamsPage() {
  return (
    <TeamList
      textKey="allTeams"
      currency={null}
      hrefOf={paths.allAgentsOfTeam}
      onIntent={() => prefetchPage(paths.allAgents)}
    />
  );
}
