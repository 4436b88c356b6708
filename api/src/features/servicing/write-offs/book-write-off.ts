import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { WriteOffLoan } from '@bursar/contracts/servicing/write-offs';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Scope } from '../../../platform/scope.ts';
import { chargeMissedByEvent } from '../charges/charge-missing.ts';
import type { NewCharge } from '../loan-account/charge-events.store.ts';
import { checkPenaltiesAgain } from '../loan-account/owed-penalties.store.ts';
import { loanReference } from '../loan-lists/loans.store.ts';
import { lockLoan, restateLoan, type LockedLoan } from '../loan-account/loan-state.store.ts';
import type { LossPlan } from './plan-write-off.ts';
import { insertWriteOff, type WriteOffEvent } from '../loan-account/write-off-state.store.ts';
import { findWriteOff, readWriteOffBalances } from './write-offs.store.ts';

/**
 * The fields that a write-off and its undo share. Both move one loan's loss, in opposite
 * directions.
 */
export type LossCommand = { readonly loanId: string; readonly id: string; readonly reason: string };

type Answer = AnswerOf<WriteOffLoan>;
type Sent<Command extends LossCommand> = { readonly command: Command; readonly held: LockedLoan };

export async function holdLoan(
  transaction: Transaction,
  { loanId }: LossCommand,
  { session: { scope } }: { readonly session: { readonly scope: Scope } },
): Promise<Outcome<LockedLoan, 'not_found'>> {
  const loan = await lockLoan(transaction, { scope, loanId });
  return loan ? succeed(loan) : refuse('not_found');
}

/** Answers a repeated command by its id. Compares `principalMinor` if the command has one. */
export async function answerEarlier(
  transaction: Transaction,
  { command, held }: Sent<LossCommand & { readonly principalMinor?: number }>,
  event: WriteOffEvent,
): Promise<Outcome<Answer, 'id_reused_with_different_content'> | null> {
  const { portfolioId } = held;
  const earlier = await findWriteOff(transaction, { portfolioId, id: command.id });
  if (!earlier) return null;
  const { principalMinor = earlier.principalMinor } = command;
  const isSame =
    earlier.event === event &&
    earlier.loanId === command.loanId &&
    earlier.reason === command.reason.trim() &&
    earlier.principalMinor === principalMinor;
  if (!isSame) return refuse('id_reused_with_different_content');
  return answer(transaction, { command, held }, { outcome: 'done', replayed: true });
}

export function describeLoss({ command, held }: Sent<LossCommand>, plan: LossPlan) {
  return {
    subjectId: command.loanId,
    subject: loanReference(held.referenceNumber),
    loanId: command.loanId,
    amountMinor: plan.principalMinor,
    currency: held.currency,
    before: plan.before,
    after: plan.after,
    reason: command.reason.trim(),
  };
}

type Planned = Sent<LossCommand> & {
  readonly context: CommandContext;
  readonly plan: LossPlan;
};

/** Writes the planned event with its ledger lines. Returns the penalties that an undo makes due. */
export async function writeLoss(
  transaction: Transaction,
  { command, held, context, plan }: Planned,
  event: WriteOffEvent,
): Promise<readonly NewCharge[]> {
  const { portfolioId, currency } = held;
  const { loanId, id } = command;
  const { session, now } = context;
  const reason = command.reason.trim();
  const valueDate = session.businessDate;
  // A loan that a tape brought as written off has no oldest unpaid day. It needs one after the undo
  // of the write-off, so the day is calculated first.
  await restateLoan(transaction, { portfolioId, loanId });
  await insertWriteOff(transaction, {
    portfolioId,
    loanId,
    id,
    event,
    currency,
    valueDate,
    principalMinor: plan.principalMinor,
    reason,
    madeBy: session.account.id,
    madeAt: now.toISOString(),
  });
  if (event !== 'undo-write-off') return [];
  // The loan's closed days are checked for penalties, as if it had never been written off.
  const loans = [{ loanId, since: held.disbursedOn }];
  await checkPenaltiesAgain(transaction, { portfolioId, loans });
  return chargeMissedByEvent(transaction, { portfolioId, loanId, businessDate: valueDate, now });
}

export async function bookWriteOff(
  transaction: Transaction,
  planned: Planned,
  event: WriteOffEvent,
): Promise<Outcome<Answer, never>> {
  const { command, held, context, plan } = planned;
  const { portfolioId, currency } = held;
  const { loanId } = command;
  const reason = command.reason.trim();
  const valueDate = context.session.businessDate;
  await writeLoss(transaction, planned, event);
  const { loanStatus: statusBefore, ...before } = plan.before;
  const { loanStatus: statusAfter, ...after } = plan.after;
  await auditCommand(transaction, context, {
    portfolioId,
    event,
    subject: 'loan',
    subjectId: loanId,
    before: { status: statusBefore, ...before },
    after: { status: statusAfter, ...after, currency, valueDate, reason },
  });
  const moved = { command, held: { ...held, status: statusAfter } };
  return answer(transaction, moved, { outcome: 'done', replayed: false });
}

export async function answer(
  transaction: Transaction,
  { command: { loanId }, held: { portfolioId, status } }: Sent<LossCommand>,
  result: Pick<Answer, 'outcome' | 'replayed'>,
): Promise<Outcome<Answer, never>> {
  const balances = await readWriteOffBalances(transaction, { portfolioId, loanId });
  return succeed({ ...result, loanStatus: status, ...balances });
}
