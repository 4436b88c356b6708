import { usePrefetchInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { holderMovesQuery } from '../../features/distribution/assignments/assignments.queries.ts';
import { HolderHistory } from '../../features/distribution/assignments/HolderHistory.tsx';
import { AccountPage } from '../../features/distribution/staff/AccountPage.tsx';
import { InviteAgent } from '../../features/distribution/staff/InviteAgent.tsx';
import { InviteUser } from '../../features/distribution/staff/InviteUser.tsx';
import { teamsQuery } from '../../features/distribution/teams/teams.queries.ts';
import { enquiryQuery } from '../../features/access/enquiries/enquiries.queries.ts';
import { loadOf } from '../../lib/load-of.ts';
import { paths } from '../../lib/paths.ts';
import { sessionQuery, useMay } from '../../lib/session-query.ts';
import { useSession } from '../../lib/session.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Loaded } from '../../ui/page/Loaded.tsx';
import { FormToCome } from '../../ui/page/PageShape.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { BackTo } from './BackTo.tsx';
import { HolderIncome, LoansOfAgent } from './HolderRecord.tsx';
import { StaffRecord } from './StaffRecord.tsx';
import { lazyInKit } from '../lazy-in-kit.tsx';

export function CreateUserPage() {
  const [search] = useSearchParams();
  const messageId = search.get('request');
  const back = <BackTo lists={[paths.users]} />;
  return messageId ? (
    <InviteRequester messageId={messageId} back={back} />
  ) : (
    <InviteUser back={back} />
  );
}

/** Invites the sender of an access request; the form starts with the request's data. */
function InviteRequester({ messageId, back }: { messageId: string; back: ReactNode }) {
  const { data, isPending } = useQuery(enquiryQuery(messageId));
  if (isPending) return <FormToCome />;
  // If the request is missing or settled, an ordinary invitation is shown.
  if (!data || data.settled) return <InviteUser back={back} />;
  const { name, email, language } = data;
  return <InviteUser back={back} asked={{ name, email, language, askedBy: messageId }} />;
}

export function AddAgentPage() {
  const load = loadOf(useQuery(sessionQuery));
  const teams = useTeamChoice();
  const back = <BackTo lists={[paths.agents]} />;
  return (
    // An amount cannot be typed before its currency is known.
    <Loaded load={load} waiting={<FormToCome />}>
      {({ portfolio }) =>
        portfolio && <InviteAgent currency={portfolio.currency} teams={teams} back={back} />
      }
    </Loaded>
  );
}

export function EditUserPage() {
  const { id = '' } = useParams();
  const mayReadWork = useMay('read-portfolios');
  return (
    <AccountPage accountId={id} back={<BackTo lists={[paths.users]} />}>
      {mayReadWork && <StaffRecord id={id} />}
    </AccountPage>
  );
}

/** `/edit-agent/:id`: an agent's account, or with `?queue=today` the agent's queue. */
export function EditAgentPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  if (search.get('queue') !== 'today') return <AgentAccount id={id} />;
  return (
    <Suspense fallback={<SkeletonLines lines={8} />}>
      <QueueOfAgentPage id={id} />
    </Suspense>
  );
}

const QueueOfAgentPage = lazyInKit(
  async () => (await import('./QueueOfAgentPage.tsx')).QueueOfAgentPage,
);

function AgentAccount({ id }: { id: string }) {
  usePrefetchInfiniteQuery(holderMovesQuery('agent', id));
  return (
    <AccountPage
      accountId={id}
      back={<BackTo lists={[paths.agents]} />}
      teams={useTeamChoice()}
      after={<HolderHistory holder="agent" id={id} />}
    >
      <LoansOfAgent id={id} />
      <HolderIncome holder="agent" id={id} />
    </AccountPage>
  );
}

/** Returns the teams that a manager can choose; a desk’s agents always join its own team. */
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
