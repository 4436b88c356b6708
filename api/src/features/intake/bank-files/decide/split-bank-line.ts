import type { SplitBankLine } from '@bursar/contracts/intake/bank-files';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../../platform/audit.ts';
import type { PortfolioContext } from '../../../../platform/command-context.ts';
import { isDuplicateKey, type Database, type Transaction } from '../../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../../platform/outcome.ts';
import type { LineKey } from '../bank-file-keys.ts';
import { findLine } from '../stored/bank-lines.store.ts';
import { lockLine, setLine, type LockedLine } from '../stored/line-states.store.ts';
import { distinctFrom, isSettled } from './decide-bank-line.ts';
import { areIdsUsed, listParts, replaceParts, type LinePart } from '../stored/line-parts.store.ts';
import { findPayableLoan } from '../match/match-lines.store.ts';

type Body = InputOf<SplitBankLine>['body'];
type Parts = Body['parts'];
type Split = Outcome<AnswerOf<SplitBankLine>, FailureOf<SplitBankLine>>;

/** Splits a line over several loans. Posting then creates a payment for each part, or none. */
export async function splitBankLine(
  database: Database,
  splitting: LineKey & Body,
  context: PortfolioContext,
): Promise<Split> {
  try {
    return await database.begin((transaction) => split(transaction, splitting, context));
  } catch (error) {
    // Another transaction has just used an id of these parts for another line.
    if (isDuplicateKey(error)) return refuse('id_reused_with_different_content');
    throw error;
  }
}

async function split(
  transaction: Transaction,
  { parts, confirmedDuplicateOf, ...key }: LineKey & Body,
  context: PortfolioContext,
): Promise<Split> {
  const { portfolioId, bankFileId, bankLineId } = key;
  const line = await lockLine(transaction, key);
  if (!line) return refuse('not_found');
  if (isSettled(line)) return refuse('bank_line_is_settled');
  const refusal = await findRefusal(transaction, key, { line, parts });
  if (refusal) return refusal;
  const planned = parts.map(({ id, loanId, amountMinor }, at) => ({
    // The first part uses the line's payment id, which is unique to what the bank reported.
    paymentId: at === 0 ? line.paymentId : id,
    loanId,
    amountMinor,
  }));
  const before = await listParts(transaction, key);
  const decided = distinctFrom(line, confirmedDuplicateOf);
  const isConfirmed = decided.payments.length > line.distinctFromPayments.length;
  if (!areSame(before, planned) || line.state !== 'matched' || isConfirmed) {
    await replaceParts(transaction, key, planned);
    const loanId = planned[0]?.loanId ?? null;
    await setLine(
      transaction,
      { portfolioId, id: bankLineId },
      { state: 'matched', reason: 'person', loanId, distinctFrom: decided },
    );
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'split-bank-line',
      subject: 'bank-file',
      subjectId: bankFileId,
      before: { line: line.number, state: line.state, loanId: line.loanId },
      after: {
        line: line.number,
        state: 'matched',
        parts: JSON.stringify(planned),
        ...(confirmedDuplicateOf && { besides: confirmedDuplicateOf }),
      },
    });
  }
  const written = await findLine(transaction, key);
  return written ? succeed(written) : refuse('not_found');
}

type Splitting = { readonly line: LockedLine; readonly parts: Parts };

async function findRefusal(
  transaction: Transaction,
  { portfolioId, bankLineId }: LineKey,
  { line, parts }: Splitting,
) {
  const sumMinor = parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  if (sumMinor !== line.amountMinor) {
    return refuse('bank_parts_differ_from_line', { field: 'parts', details: { sumMinor } });
  }
  const loanIds = new Set(parts.map(({ loanId }) => loanId));
  if (loanIds.size < parts.length) return refuse('bank_part_loan_twice', { field: 'parts' });
  for (const loanId of loanIds) {
    const loan = await findPayableLoan(transaction, { portfolioId, loanId });
    if (!loan) return refuse('not_found');
    if (loan.currency !== line.currency) {
      return refuse('currency_differs', { field: 'parts', details: { currency: loan.currency } });
    }
  }
  const ids = parts.slice(1).map(({ id }) => id);
  const isReused = new Set(ids).size < ids.length;
  return isReused || (await areIdsUsed(transaction, { portfolioId, bankLineId }, ids))
    ? refuse('id_reused_with_different_content')
    : null;
}

const areSame = (one: readonly LinePart[], other: readonly LinePart[]): boolean =>
  one.length === other.length &&
  one.every(
    ({ paymentId, loanId, amountMinor }, at) =>
      paymentId === other[at]?.paymentId &&
      loanId === other[at]?.loanId &&
      amountMinor === other[at]?.amountMinor,
  );
