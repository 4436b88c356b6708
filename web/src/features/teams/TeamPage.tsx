import type { TeamRow } from '@bursar/contracts/teams';
import { useQuery } from '@tanstack/react-query';
import { IconUsersMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { detailLoadOf } from '../../lib/page-load.ts';
import { paths } from '../../lib/paths.ts';
import { useMay } from '../../lib/use-may.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { EmailText } from '../../ui/format/EmailText.tsx';
import { FormSection } from '../../ui/form/PageForm.tsx';
import { RowForm } from '../../ui/form/RowForm.tsx';
import { DetailPage } from '../../ui/page/DetailPage.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { TeamFields } from './TeamFields.tsx';
import { TeamFigures } from './TeamFigures.tsx';
import { teamQuery } from './teams.queries.ts';
import { useTeamChange } from './use-team-change.ts';
import classes from './TeamPage.module.css';

type DeskStatus = TeamRow['desks'][number]['status'];

type TeamPageProps = {
  readonly teamId: string;
  readonly back: ReactNode;
  /** How the state of an account is shown. */
  readonly statusOf: (status: DeskStatus) => ReactNode;
  /** Stands below the team once it is there. */
  readonly children?: ReactNode;
};

/** A team: what it holds, what is known of it, and its desk. */
export function TeamPage({ teamId, back, statusOf, children }: TeamPageProps) {
  const { t } = useTranslation('teams');
  const query = useQuery(teamQuery(teamId));
  const mayManage = useMay('manage-teams');
  useDocumentTitle(query.data?.name);
  return (
    <DetailPage
      load={detailLoadOf(query)}
      back={back}
      title={t('page.title')}
      missing={
        <EmptyState
          icon={<IconUsersMinus size={22} stroke={1.5} />}
          title={t('page.notFound')}
          hint={t('page.notFoundHint')}
        />
      }
    >
      {(team) => (
        <>
          <PageHeader
            title={<bdi>{team.name}</bdi>}
            description={<bdi>{team.portfolio.name}</bdi>}
            back={back}
            actions={<ButtonLink to={paths.agentsOfTeam(team.id)}>{t('page.toAgents')}</ButtonLink>}
          />
          <TeamFigures team={team} />
          {mayManage && <EditTeam key={team.id} team={team} statusOf={statusOf} />}
          {children}
        </>
      )}
    </DetailPage>
  );
}

type EditTeamProps = { readonly team: TeamRow; readonly statusOf: TeamPageProps['statusOf'] };

function EditTeam({ team, statusOf }: EditTeamProps) {
  const { t } = useTranslation('teams');
  const editing = useTeamChange(team);
  return (
    <RowForm editing={editing} contested={editing.contested}>
      <FormSection title={t('section.desk')} hint={t('section.deskMeaning')}>
        <ul className={classes.desks}>
          {team.desks.map(({ id, name, email, status }) => (
            <li key={id}>
              <Link to={paths.editAgent(id)}>
                <bdi>{name}</bdi>
              </Link>
              <span className={classes.email}>
                <EmailText email={email} />
              </span>
              <span className={classes.state}>{statusOf(status)}</span>
            </li>
          ))}
        </ul>
      </FormSection>
      <FormSection title={t('section.team')} hint={t('section.teamHint')}>
        <TeamFields {...editing} currency={team.currency} />
      </FormSection>
    </RowForm>
  );
}
