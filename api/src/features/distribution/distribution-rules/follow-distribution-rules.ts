import { uuidv7 } from 'uuidv7';
import { scheduledCall } from '../../../platform/audit.ts';
import type { Database } from '../../../platform/database.ts';
import { tryEach } from '../../../platform/try-each.ts';
import { needsApproval } from '../../access/approvals/four-eyes.ts';
import { countTakenAway } from '../assignments/describe-reassignment.ts';
import { digestOfHolders } from '../assignments/seen-loans.ts';
import { lockSelection } from '../assignments/selected-loans.store.ts';
import { writeAssignment } from '../assignments/write-assignment.ts';
import { claimRun, listDueRuns, type DueRun } from './distribution-rules.store.ts';
import { batchOfRun, holdReceivers, planRun } from './plan-run.ts';

/**
 * Runs the daily rules of each portfolio once a day, after the previous day was closed, in the name
 * of the manager who last changed them. If a second person would have to approve the run, moves
 * only loans that no agent holds. A failure in one portfolio does not stop the others.
 */
export async function followDistributionRules(database: Database, now: Date): Promise<number> {
  const due = await listDueRuns(database, now.toISOString());
  await tryEach(due, (run) => runOne(database, run, now));
  return due.length;
}

function runOne(
  database: Database,
  { portfolioId, currency, businessDate, changedBy: madeBy }: DueRun,
  now: Date,
): Promise<void> {
  return database.begin(async (transaction) => {
    if (!(await claimRun(transaction, { portfolioId, businessDate }))) return;
    const key = { portfolioId, businessDate };
    const whole = await planRun(transaction, key);
    const isAsked = await needsApproval(transaction, {
      portfolioId,
      kind: 'run-distribution-rules',
      loans: countTakenAway(whole.shares),
    });
    const planned = isAsked ? await planRun(transaction, { ...key, leavesHeld: true }) : whole;
    const { shares } = planned;
    const moving = shares.flatMap((share) => share.moving);
    if (moving.length === 0) return;
    const areAble = await holdReceivers(transaction, planned, key);
    const locked = await lockSelection(transaction, {
      scope: { role: 'user', portfolioId, accountId: madeBy },
      businessDate,
      selection: { loanIds: moving.map(({ loanId }) => loanId) },
      withOthers: false,
    });
    // The error also rolls the claim back, so that the next minute plans again.
    if (!areAble || digestOfHolders(locked) !== digestOfHolders(moving)) {
      throw new Error(`loans or agents of portfolio ${portfolioId} moved while the rules ran`);
    }
    const made = { id: uuidv7(), portfolioId, madeBy, currency, madeAt: now.toISOString() };
    await writeAssignment(transaction, batchOfRun(planned, made), scheduledCall(now));
  });
}
