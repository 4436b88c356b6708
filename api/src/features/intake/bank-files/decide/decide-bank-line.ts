import type { DecideBankLine } from '@bursar/contracts/intake/bank-files';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../../platform/audit.ts';
import type { PortfolioContext } from '../../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../../platform/outcome.ts';
import type { LineKey } from '../bank-file-keys.ts';
import { findLine } from '../stored/bank-lines.store.ts';
import {
  lockLine,
  setLine,
  type DistinctFrom,
  type LineOutcome,
  type LockedLine,
} from '../stored/line-states.store.ts';
import { listParts, replaceParts } from '../stored/line-parts.store.ts';
import { findPayableLoan } from '../match/match-lines.store.ts';

type Decision = InputOf<DecideBankLine>['body'];
type Decided = Outcome<AnswerOf<DecideBankLine>, FailureOf<DecideBankLine>>;

/** Applies a user's decision on a line: match it with a loan, leave it out, or reopen it. */
export function decideBankLine(
  database: Database,
  { portfolioId, bankFileId, bankLineId, ...decided }: LineKey & Decision,
  context: PortfolioContext,
): Promise<Decided> {
  const key = { portfolioId, bankFileId, bankLineId };
  return database.begin(async (transaction): Promise<Decided> => {
    const line = await lockLine(transaction, key);
    if (!line) return refuse('not_found');
    if (isSettled(line)) return refuse('bank_line_is_settled');
    const outcome = await outcomeOf(transaction, { ...decided, portfolioId, line });
    if (!outcome.ok) return outcome;
    const after = outcome.value;
    const isSplit = (await listParts(transaction, key)).length > 0;
    if (isSplit || isChange(line, after)) {
      await replaceParts(transaction, key, []);
      await setLine(transaction, { portfolioId, id: line.id }, after);
      await auditCommand(transaction, context, {
        portfolioId,
        event: 'decide-bank-line',
        subject: 'bank-file',
        subjectId: key.bankFileId,
        before: { line: line.number, state: line.state, loanId: line.loanId },
        after: {
          line: line.number,
          state: after.state,
          loanId: after.loanId,
          ...(after.leftOutWhy && { why: after.leftOutWhy, note: after.leftOutNote ?? '' }),
          ...(decided.confirmedDuplicateOf && { besides: decided.confirmedDuplicateOf }),
        },
      });
    }
    const written = await findLine(transaction, key);
    return written ? succeed(written) : refuse('not_found');
  });
}

/**
 * True if a decision changes the line. A repeated decision does not, so that a double click writes
 * one audit row.
 */
const isChange = (line: LockedLine, after: LineOutcome): boolean =>
  after.state !== line.state ||
  after.loanId !== line.loanId ||
  (after.leftOutWhy ?? null) !== line.leftOutWhy ||
  (after.leftOutNote ?? '') !== line.leftOutNote ||
  after.distinctFrom?.payments.length !== line.distinctFromPayments.length;

/** Returns whether the line is posted, is confirmed as a return, or can never be a payment. */
export const isSettled = ({ state, reason }: LockedLine): boolean =>
  state === 'posted' || state === 'returned' || (state === 'left-out' && reason !== 'by-person');

type Deciding = Decision & { readonly portfolioId: string; readonly line: LockedLine };

async function outcomeOf(
  transaction: Transaction,
  { decision, loanId, leftOutWhy, note = '', confirmedDuplicateOf, portfolioId, line }: Deciding,
): Promise<Outcome<LineOutcome, FailureOf<DecideBankLine>>> {
  if (decision === 'leave-out') {
    const leftOutNote = note.trim();
    if (!leftOutWhy) return refuse('reason_missing', { field: 'leftOutWhy' });
    if (leftOutWhy === 'other' && leftOutNote === '')
      return refuse('reason_missing', { field: 'note' });
    return succeed({
      state: 'left-out',
      reason: 'by-person',
      loanId: null,
      leftOutWhy,
      leftOutNote,
      distinctFrom: none,
    });
  }
  if (decision === 'take-in')
    return succeed({ state: 'needs-look', reason: null, loanId: null, distinctFrom: none });
  const loan =
    loanId === undefined ? null : await findPayableLoan(transaction, { portfolioId, loanId });
  if (!loan || loanId === undefined) return refuse('not_found');
  if (loan.currency !== line.currency) {
    return refuse('currency_differs', { field: 'loanId', details: { currency: loan.currency } });
  }
  return succeed({
    state: 'matched',
    reason: 'person',
    loanId,
    distinctFrom: distinctFrom(line, confirmedDuplicateOf),
  });
}

const none: DistinctFrom = { lines: [], payments: [] };

/**
 * Returns the lines and payments that are other money than the line, with its possible duplicates
 * added: by giving the line a loan, a user decides that they are not the same money.
 */
export function distinctFrom(
  { possibleDuplicateOf, distinctFromLines, distinctFromPayments }: LockedLine,
  confirmedDuplicateOf: string | undefined,
): DistinctFrom {
  const [lines, payments] = [new Set(distinctFromLines), new Set(distinctFromPayments)];
  if (possibleDuplicateOf !== null) lines.add(possibleDuplicateOf);
  if (confirmedDuplicateOf !== undefined) payments.add(confirmedDuplicateOf);
  return { lines: [...lines], payments: [...payments] };
}
