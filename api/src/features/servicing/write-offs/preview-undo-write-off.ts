import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { PreviewUndoWriteOff } from '@bursar/contracts/servicing/write-offs';
import { uuidv7 } from 'uuidv7';
import type { CommandContext } from '../../../platform/command-context.ts';
import { rolledBackWithin, type Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { needsApproval } from '../../access/approvals/four-eyes.ts';
import { listInstalments, remainingOf } from '../loan-account/instalments.store.ts';
import { lockLoan } from '../loan-account/loan-state.store.ts';
import { writeLoss } from './book-write-off.ts';
import { planUndoWriteOff } from './plan-write-off.ts';

const kind = 'undo-write-off';

/** Previews the undo of a write-off by carrying it out, with its penalties, and rolling it back. */
export function previewUndoWriteOff(
  database: Database,
  { loanId }: { readonly loanId: string },
  context: CommandContext,
): Promise<Outcome<AnswerOf<PreviewUndoWriteOff>, FailureOf<PreviewUndoWriteOff>>> {
  const { scope, businessDate } = context.session;
  return database.begin(async (transaction) => {
    const held = await lockLoan(transaction, { scope, loanId });
    if (!held) return refuse('not_found');
    const plan = await planUndoWriteOff(transaction, held, { loanId });
    if (!plan.ok) return plan;
    const { portfolioId, currency } = held;
    const command = { loanId, id: uuidv7(), reason: 'Preview' };
    const planned = { command, held, context, plan: plan.value };
    const effect = await rolledBackWithin(transaction, async (trial) => {
      const charged = await writeLoss(trial, planned, kind);
      return { charged, rows: await listInstalments(trial, { portfolioId, loanId }) };
    });
    const unpaid = effect.rows.filter((row) => remainingOf(row) > 0);
    return succeed({
      currency,
      needsApproval: await needsApproval(transaction, { portfolioId, kind, loans: null }),
      principalMinor: plan.value.principalMinor,
      penaltyMinor: effect.charged.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      arrearsMinor: unpaid
        .filter(({ dueOn }) => dueOn < businessDate)
        .reduce((sum, row) => sum + remainingOf(row), 0),
      oldestUnpaidDueOn: unpaid[0]?.dueOn ?? null,
    });
  });
}
