import { usePrefetchInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { holderMovesQuery } from '../../features/distribution/assignments/assignments.queries.ts';
import { HolderHistory } from '../../features/distribution/assignments/HolderHistory.tsx';
import { AccountStatusBadge } from '../../features/distribution/staff/AccountStatusBadge.tsx';
import { InvitationLink } from '../../features/distribution/staff/InvitationLink.tsx';
import { CreateTeam } from '../../features/distribution/teams/CreateTeam.tsx';
import { TeamPage } from '../../features/distribution/teams/TeamPage.tsx';
import { loadOf } from '../../lib/load-of.ts';
import { paths } from '../../lib/paths.ts';
import { sessionQuery } from '../../lib/session-query.ts';
import { Loaded } from '../../ui/page/Loaded.tsx';
import { FormToCome } from '../../ui/page/PageShape.tsx';
import { BackTo } from './BackTo.tsx';
import { AgentsOfTeam, HolderIncome } from './HolderRecord.tsx';

export function CreateTeamPage() {
  const load = loadOf(useQuery(sessionQuery));
  const handOver = (accountId: string) => <InvitationLink accountId={accountId} />;
  return (
    // An amount cannot be typed before its currency is known.
    <Loaded load={load} waiting={<FormToCome />}>
      {({ portfolio, isMailDelivered }) =>
        portfolio && (
          <CreateTeam
            currency={portfolio.currency}
            back={<BackTo lists={[paths.teams]} />}
            handOver={isMailDelivered ? null : handOver}
          />
        )
      }
    </Loaded>
  );
}

export function EditTeamPage() {
  const { id = '' } = useParams();
  usePrefetchInfiniteQuery(holderMovesQuery('team', id));
  return (
    <TeamPage
      teamId={id}
      back={<BackTo lists={[paths.teams]} />}
      statusOf={(status) => <AccountStatusBadge status={status} />}
      after={<HolderHistory holder="team" id={id} />}
    >
      <AgentsOfTeam id={id} />
      <HolderIncome holder="team" id={id} />
    </TeamPage>
  );
}
