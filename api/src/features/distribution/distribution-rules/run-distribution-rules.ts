import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import {
  runDistributionRules as runContract,
  type PreviewDistribution,
  type RunDistributionRules,
} from '@bursar/contracts/distribution/distribution-rules';
import type { z } from 'zod';
import { auditedCall } from '../../../platform/audit.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Actor } from '../../../platform/session.ts';
import { fourEyes, needsApproval } from '../../access/approvals/four-eyes.ts';
import { findBatch } from '../assignments/assignments.store.ts';
import {
  countTakenAway,
  describeMove,
  type Reassignment,
} from '../assignments/describe-reassignment.ts';
import { digestOfHolders } from '../assignments/seen-loans.ts';
import { lockSelection } from '../assignments/selected-loans.store.ts';
import { writeAssignment } from '../assignments/write-assignment.ts';
import { findSettings, lockRules } from './distribution-rules.store.ts';
import { batchOfRun, holdReceivers, planRun, sumOf, type PlannedRun } from './plan-run.ts';

const kind = 'run-distribution-rules';

/** Returns a digest of the loans that would move, with their holders and who would receive each. */
function digestOf({ shares }: Pick<PlannedRun, 'shares'>): string {
  return digestOfHolders(
    shares.flatMap(({ holder, moving }) =>
      moving.map((loan) => ({ ...loan, loanId: `${loan.loanId} ${holder.agentId}` })),
    ),
  );
}

export async function previewDistribution(
  database: Database,
  { scope, portfolio, businessDate }: Actor,
): Promise<Outcome<AnswerOf<PreviewDistribution>, 'not_found'>> {
  if (scope.role !== 'user' || !portfolio) return refuse('not_found');
  const portfolioId = portfolio.id;
  const [planned, { version }] = await Promise.all([
    planRun(database, { portfolioId, businessDate }),
    findSettings(database, portfolioId),
  ]);
  const { shares, rules, moved, withoutReceiver } = planned;
  const moving = shares.flatMap((share) => share.moving);
  return succeed({
    count: moving.length,
    outstandingMinor: sumOf(moving),
    currency: portfolio.currency,
    version,
    seen: digestOf(planned),
    needsApproval: await needsApproval(database, {
      portfolioId,
      kind,
      loans: countTakenAway(shares),
    }),
    withoutReceiver,
    rules: rules.map(({ name }, index) => ({ name, receives: moved[index] ?? 0 })),
    targets: shares.flatMap((share) =>
      share.target
        ? {
            ...share.target,
            receives: share.moving.length,
            loansBefore: share.before.loans,
            loansAfter: share.after.loans,
          }
        : [],
    ),
  });
}

const schema = runContract.body;
type Command = z.infer<typeof schema>;
type Ran = Outcome<AnswerOf<RunDistributionRules>, FailureOf<RunDistributionRules>>;

/**
 * Assigns loans by the rules as one batch, which is audited, announced and undone like any other.
 */
export const runDistributionRules = fourEyes({
  kind,
  contract: runContract,
  schema,
  contentOf: ({ id, version }) => ({ id, version }),
  hold: async (transaction, _command: Command, { session: { scope, portfolio } }) => {
    if (scope.role !== 'user' || !portfolio) return refuse('not_found');
    const { version } = await lockRules(transaction, portfolio.id);
    return succeed({ portfolio, portfolioId: portfolio.id, version });
  },
  answerEarlier: async (transaction, { command, context, held }): Promise<Ran | null> => {
    const { portfolioId } = held;
    const earlier = await findBatch(transaction, { portfolioId, id: command.id });
    if (!earlier) return null;
    return earlier.madeBy === context.session.account.id
      ? answer({ batch: earlier }, { outcome: 'assigned', replayed: true })
      : refuse('id_reused_with_different_content');
  },
  plan: async (transaction, { command, context, held }) => {
    const { portfolio, portfolioId, version } = held;
    if (version !== command.version) return refuse('changed_since');
    const { businessDate, scope, account } = context.session;
    const planned = await planRun(transaction, { portfolioId, businessDate });
    const { shares } = planned;
    const areAble = await holdReceivers(transaction, planned, { portfolioId, businessDate });
    const loanIds = shares.flatMap(({ moving }) => moving.map(({ loanId }) => loanId));
    if (loanIds.length === 0) return refuse('nothing_selected');
    const locked = await lockSelection(transaction, {
      scope,
      businessDate,
      selection: { loanIds },
      withOthers: false,
    });
    const isSeen =
      areAble &&
      digestOf(planned) === command.seen &&
      digestOfHolders(locked) === digestOfHolders(shares.flatMap(({ moving }) => moving));
    if (!isSeen) return refuse('selection_changed', { details: { count: loanIds.length } });
    const { currency } = portfolio;
    const made = { id: command.id, portfolioId, madeBy: account.id, currency };
    return succeed(batchOfRun(planned, { ...made, madeAt: context.now.toISOString() }));
  },
  countTaken: ({ shares }) => countTakenAway(shares),
  describe: (transaction, { plan }) => describeMove(transaction, plan),
  carryOut: async (transaction, { context, plan }) => {
    await writeAssignment(transaction, plan, auditedCall(context));
    return answer(plan, { outcome: 'assigned', replayed: false });
  },
  answerWaiting: async (_transaction, { plan, command }) =>
    plan
      ? answer(plan, { outcome: 'awaiting-approval', replayed: false })
      : succeed({
          outcome: 'awaiting-approval',
          batchId: command.id,
          count: 0,
          replayed: true,
        }),
});

type Answer = AnswerOf<RunDistributionRules>;

function answer(
  { batch }: Pick<Reassignment, 'batch'> | { batch: { id: string; loanCount: number } },
  details: Pick<Answer, 'outcome' | 'replayed'>,
): Outcome<Answer, never> {
  return succeed({ ...details, batchId: batch.id, count: batch.loanCount });
}
