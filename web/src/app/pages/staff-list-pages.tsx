import type { RoutePath } from '@bursar/contracts/routes';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { staffLists } from '../../features/distribution/staff/staff-lists.ts';
import { StaffList } from '../../features/distribution/staff/StaffList.tsx';
import { teamsQuery } from '../../features/distribution/teams/teams.queries.ts';
import { paths } from '../../lib/paths.ts';
import { sessionQuery, useMay } from '../../lib/session-query.ts';
import { useSession } from '../../lib/session.ts';
import { CreateLink } from '../../ui/button/CreateButton.tsx';
import { prefetchPage } from '../prefetch-pages.ts';

export function UsersPage() {
  const { t } = useTranslation('staff');
  const mayManage = useMay('manage-staff');
  return (
    <StaffList
      config={staffLists.users}
      teams={useTeamOptions()}
      currency={null}
      hidesPortfolio={!useHasSeveralPortfolios()}
      action={mayManage && <CreateLink to={paths.createUser}>{t('list.users.add')}</CreateLink>}
      onIntent={() => prefetchPage(editUser)}
    />
  );
}

export function AllAgentsPage() {
  return (
    <StaffList
      config={staffLists.allAgents}
      teams={useTeamOptions()}
      currency={null}
      hidesPortfolio={!useHasSeveralPortfolios()}
      onIntent={() => prefetchPage(editUser)}
    />
  );
}

/** The agents of a portfolio or, for a desk, of its own team. */
export function AgentsPage() {
  return useSession()?.role === 'user' ? <AgentsOfManager /> : <AgentsOfDesk />;
}

function AgentsOfManager() {
  return (
    <StaffList
      config={staffLists.agentsOfManager}
      teams={useTeamOptions()}
      currency={useCurrency()}
      action={<AddAgentLink />}
      onIntent={() => prefetchPage(editAgent)}
    />
  );
}

function AgentsOfDesk() {
  return (
    <StaffList
      config={staffLists.agentsOfDesk}
      currency={useCurrency()}
      action={<AddAgentLink />}
      onIntent={() => prefetchPage(editAgent)}
    />
  );
}

function AddAgentLink() {
  const { t } = useTranslation('staff');
  if (!useMay('manage-staff')) return null;
  return <CreateLink to={paths.addAgent}>{t('list.agents.add')}</CreateLink>;
}

const editUser: RoutePath = '/edit-user/:id';
const editAgent: RoutePath = '/edit-agent/:id';

/**
 * Returns the portfolio's currency. It is empty until the session has loaded, and no amount is
 * shown until then.
 */
function useCurrency(): string {
  return useQuery(sessionQuery).data?.portfolio?.currency ?? '';
}

/**
 * Returns whether the reader sees several portfolios. It counts the portfolios of the teams,
 * because most of these lists load the teams anyway.
 */
function useHasSeveralPortfolios(): boolean {
  const { data } = useQuery(teamsQuery());
  return new Set(data?.teams.map(({ portfolio }) => portfolio.id)).size > 1;
}

function useTeamOptions() {
  const { data } = useQuery(teamsQuery());
  return useMemo(
    () => data?.teams.map(({ id, name, agents }) => ({ value: id, label: name, count: agents })),
    [data],
  );
}
