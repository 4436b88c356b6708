import { firstOf } from '@bursar/contracts/cut-text';
import { visibleForm } from '@bursar/contracts/visible-names';
import type { PortfolioContext } from '../../../../platform/command-context.ts';
import type { Transaction } from '../../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../../platform/outcome.ts';
import { findPayment, listPossibleDuplicates } from '../../../servicing/payments/payments.store.ts';
import { postParts } from '../../../servicing/payments/post-parts.ts';
import { postWithin } from '../../../servicing/payments/post-payment.ts';
import { refuseDuplicate } from '../../../servicing/payments/refuse-duplicate.ts';
import { areProvenTwo } from '../stored/line-identity.ts';
import { listParts, type LinePart } from '../stored/line-parts.store.ts';
import type { LockedLine } from '../stored/line-states.store.ts';
import { lockPostedOther } from '../stored/line-totals.store.ts';
import { findOrigins } from '../stored/posted-duplicates.store.ts';

type Posting = {
  readonly portfolioId: string;
  readonly line: LockedLine;
  readonly loanId: string;
};

type PostedLine = {
  readonly posted: Outcome<unknown>;
  /** The line that may have reported the same money; a user must decide. */
  readonly possibleDuplicateId: string | null;
};

/**
 * Posts a line even if the loan has equal payments, provided that for each of them the bank's files
 * prove two payments or a user decided so. Otherwise returns the refusal.
 */
export async function postLine(
  transaction: Transaction,
  { portfolioId, line, loanId }: Posting,
  context: PortfolioContext,
): Promise<PostedLine> {
  const { id, distinctFromLines } = line;
  const other = await lockPostedOther(transaction, { portfolioId, id, distinctFromLines });
  if (other) {
    const { fileName: file, number } = other;
    const posted = refuse('bank_money_posted_already', { details: { file, line: number } });
    return { posted, possibleDuplicateId: other.id };
  }
  const parts = await listParts(transaction, { portfolioId, bankLineId: id });
  if (parts.length > 0) {
    const posted = await postPartsOf(transaction, { line, parts }, context);
    return { posted, possibleDuplicateId: null };
  }
  const payment = paymentOf(line, loanId);
  const posted = await postWithin(transaction, payment, context);
  if (posted.ok || posted.refusal.code !== 'payment_looks_posted_already')
    return withoutDuplicate(posted);
  const equal = await compareEqual(transaction, { portfolioId, line, loanId });
  if (equal.undecided) return equal.undecided;
  const confirmed = { ...payment, confirmedDuplicateOf: equal.latest };
  return withoutDuplicate(await postWithin(transaction, confirmed, context));
}

const withoutDuplicate = (posted: PostedLine['posted']): PostedLine => ({
  posted,
  possibleDuplicateId: null,
});

type Compared = {
  readonly latest: string | undefined;
  /** The refusal for an equal payment that may be the money of the line. */
  readonly undecided: PostedLine | null;
};

/** Compares a line with all equal payments of the loan. */
async function compareEqual(
  transaction: Transaction,
  { portfolioId, line, loanId }: Posting,
): Promise<Compared> {
  const payment = { ...paymentOf(line, loanId), portfolioId };
  const paymentIds = await listPossibleDuplicates(transaction, payment);
  const { line: own, origins } = await findOrigins(transaction, {
    portfolioId,
    id: line.id,
    paymentIds,
  });
  const isOther = (id: string) => {
    const origin = origins.get(id);
    return origin
      ? line.distinctFromLines.includes(origin.id) || areProvenTwo(own, origin)
      : line.distinctFromPayments.includes(id);
  };
  const [latest] = paymentIds;
  const id = paymentIds.find((one) => !isOther(one));
  const equal = id === undefined ? null : await findPayment(transaction, { portfolioId, id });
  const undecided = equal && {
    posted: refuseDuplicate(equal),
    possibleDuplicateId: origins.get(equal.id)?.id ?? null,
  };
  return { latest, undecided };
}

type Parts = { readonly line: LockedLine; readonly parts: readonly LinePart[] };

/** Posts all parts of a line or none. */
async function postPartsOf(
  transaction: Transaction,
  { line, parts }: Parts,
  context: PortfolioContext,
) {
  const sumMinor = parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  if (sumMinor !== line.amountMinor) throw new Error(`the parts of line ${line.id} do not add up`);
  const { loanId: _loanId, ...payment } = paymentOf(line, line.id);
  const posted = await postParts(
    transaction,
    {
      payment: { ...payment, splitId: line.id },
      parts: parts.map(({ paymentId, loanId, amountMinor }) => ({
        id: paymentId,
        loanId,
        amountMinor,
      })),
    },
    context,
  );
  if (!posted.ok) return posted;
  // The id of a replayed part refers to a payment that did not come from this line.
  return posted.value.some(({ replayed }) => replayed)
    ? refuse('id_reused_with_different_content')
    : succeed(null);
}

const NOTE_MAX = 500;

/** Builds the payment of a line; its id was fixed when the line was stored. */
function paymentOf(
  { paymentId, amountMinor, currency, valueOn, remittance, bankId }: LockedLine,
  loanId: string,
) {
  const texts = [remittance, bankId].map((text) => visibleForm(text).trim());
  const note = texts.filter((text) => text !== '').join(' · ');
  return {
    id: paymentId,
    loanId,
    amountMinor,
    currency,
    valueDate: valueOn,
    method: 'bank-transfer',
    note: firstOf(note, NOTE_MAX),
    interestUntil: 'date',
  } as const;
}
