import { usePrefetchInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { holderMovesQuery } from '../../features/assignments/assignments.queries.ts';
import { HolderHistory } from '../../features/assignments/HolderHistory.tsx';
import { AccountPage } from '../../features/staff/AccountPage.tsx';
import { InviteAgent } from '../../features/staff/InviteAgent.tsx';
import { InviteUser } from '../../features/staff/InviteUser.tsx';
import { teamsQuery } from '../../features/teams/teams.queries.ts';
import { paths } from '../../lib/paths.ts';
import { sessionQuery } from '../../lib/session-query.ts';
import { useSession } from '../../lib/session.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { BackTo } from './BackTo.tsx';

export const CreateUserPage = () => <InviteUser back={<BackTo lists={[paths.users]} />} />;

export function AddAgentPage() {
  const currency = useQuery(sessionQuery).data?.portfolio?.currency;
  const teams = useTeamChoice();
  // An amount cannot be typed before its currency is known.
  if (currency === undefined) return <SkeletonLines lines={8} />;
  return <InviteAgent currency={currency} teams={teams} back={<BackTo lists={[paths.agents]} />} />;
}

export function EditUserPage() {
  const { id = '' } = useParams();
  return <AccountPage accountId={id} back={<BackTo lists={[paths.users]} />} />;
}

export function EditAgentPage() {
  const { id = '' } = useParams();
  usePrefetchInfiniteQuery(holderMovesQuery('agent', id));
  return (
    <AccountPage accountId={id} back={<BackTo lists={[paths.agents]} />} teams={useTeamChoice()}>
      <HolderHistory holder="agent" id={id} />
    </AccountPage>
  );
}

/** The portfolio’s teams, for a manager; a desk’s agents are in its own. */
function useTeamChoice() {
  const { t } = useTranslation('staff');
  const format = useFormat();
  const isManager = useSession()?.role === 'user';
  const { data } = useQuery({ ...teamsQuery(), enabled: isManager });
  return useMemo(
    () =>
      isManager
        ? (data?.teams ?? []).map(({ id, name, agents }) => ({
            value: id,
            label: name,
            note: t('field.agents', { count: agents, figure: format.count(agents) }),
          }))
        : undefined,
    [isManager, data, t, format],
  );
}
