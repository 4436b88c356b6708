import type { DistributionRule } from '@bursar/contracts/distribution/distribution-rules';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import type { Holder } from '../assignments/assignment-target.ts';
import { holdAgents, type Batch } from '../assignments/assignments.store.ts';
import type { Reassignment } from '../assignments/describe-reassignment.ts';
import { readLoads, type Share } from '../assignments/plan-shares.ts';
import {
  listLoansToDistribute,
  listReceivers,
  listRules,
  mapAgentsOfBorrowers,
} from './distribution-rules.store.ts';
import { planByRules, type DistributionPlan } from './plan-by-rules.ts';

export type PlannedRun = Pick<DistributionPlan, 'moved' | 'withoutReceiver'> & {
  readonly rules: readonly DistributionRule[];
  readonly shares: readonly Share[];
};

/** Plans what the rules would move now; `leavesHeld` leaves out loans that an agent holds. */
export async function planRun(
  sql: Queryable,
  run: { portfolioId: string; businessDate: string; leavesHeld?: boolean },
): Promise<PlannedRun> {
  const { portfolioId, leavesHeld = false } = run;
  const stored = await listRules(sql, portfolioId);
  const rules = leavesHeld ? stored.map((rule) => ({ ...rule, takesHeld: false })) : stored;
  const withHeld = rules.some(({ takesHeld }) => takesHeld);
  const [loans, receivers, agentOfBorrower] = await Promise.all([
    listLoansToDistribute(sql, { ...run, withHeld }),
    listReceivers(sql, run),
    mapAgentsOfBorrowers(sql, portfolioId),
  ]);
  const { agentOf, moved, withoutReceiver } = planByRules(loans, {
    rules,
    receivers,
    agentOfBorrower,
  });
  const moving = loans.filter(({ loanId }) => agentOf.has(loanId));
  const holders = receivers
    .filter(({ id }) => moving.some(({ loanId }) => agentOf.get(loanId) === id))
    .map(({ id, teamId }): Holder => ({ teamId, agentId: id }));
  const loads = await readLoads(sql, { portfolioId, holders });
  const shares = loads.map(({ holder, target, load }): Share => {
    const given = moving.filter(({ loanId }) => agentOf.get(loanId) === holder.agentId);
    const lost = moving.filter(({ agentId }) => agentId === holder.agentId);
    const after = {
      loans: load.loans + given.length - lost.length,
      outstandingMinor: load.outstandingMinor + sumOf(given) - sumOf(lost),
    };
    return { holder, target, moving: given, before: load, after };
  });
  return { rules, shares, moved, withoutReceiver };
}

/**
 * Locks the agents who receive loans by a plan. The plan was made without locks, so one of them may
 * no longer receive loans or may be in another team; returns false in that case.
 */
export async function holdReceivers(
  transaction: Transaction,
  { shares }: Pick<PlannedRun, 'shares'>,
  today: { portfolioId: string; businessDate: string },
): Promise<boolean> {
  const holders = shares.map(({ holder }) => holder);
  await holdAgents(
    transaction,
    holders.flatMap(({ agentId }) => agentId ?? []),
  );
  const receivers = await listReceivers(transaction, today);
  return holders.every(({ agentId, teamId }) =>
    receivers.some((receiver) => receiver.id === agentId && receiver.teamId === teamId),
  );
}

export const sumOf = (loans: readonly { readonly outstandingMinor: number }[]): number =>
  loans.reduce((total, loan) => total + loan.outstandingMinor, 0);

type Made = Pick<Batch, 'id' | 'portfolioId' | 'madeBy' | 'madeAt'> & { readonly currency: string };

/** Returns the whole run as one batch, so that one undo takes all of it back. */
export function batchOfRun(
  { shares, rules, moved }: PlannedRun,
  { currency, ...made }: Made,
): Reassignment {
  const [only, ...others] = shares;
  const moving = shares.flatMap((share) => share.moving);
  const names = rules.filter((_, index) => (moved[index] ?? 0) > 0).map(({ name }) => name);
  const nobody: Holder = { teamId: null, agentId: null };
  return {
    batch: {
      ...made,
      kind: 'assign',
      holder: only && others.length === 0 ? only.holder : nobody,
      spread:
        others.length === 0
          ? null
          : { by: 'least-loaded', ids: shares.flatMap(({ holder }) => holder.agentId ?? []) },
      reason: [...new Set(names)].join(', ').slice(0, 500),
      loanCount: moving.length,
      outstandingMinor: sumOf(moving),
      undoesBatchId: null,
      importId: null,
    },
    shares,
    currency,
  };
}
