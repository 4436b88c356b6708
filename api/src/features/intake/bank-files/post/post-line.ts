import { firstOf } from '@bursar/contracts/cut-text';
import { visibleForm } from '@bursar/contracts/visible-names';
import type { PortfolioContext } from '../../../../platform/command-context.ts';
import type { Transaction } from '../../../../platform/database.ts';
import { refuse, type Outcome } from '../../../../platform/outcome.ts';
import { lockLoans } from '../../../servicing/loan-account/loan-state.store.ts';
import { findPayment, listPossibleDuplicates } from '../../../servicing/payments/payments.store.ts';
import { postParts, type PaymentPart } from '../../../servicing/payments/post-parts.ts';
import { postWithin } from '../../../servicing/payments/post-payment.ts';
import { equalPaymentOf, refuseDuplicate } from '../../../servicing/payments/refuse-duplicate.ts';
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
  if (parts.length > 0) return postPartsOf(transaction, { portfolioId, line, parts }, context);
  const payment = paymentOf(line, loanId);
  const posted = await postWithin(transaction, payment, context);
  if (posted.ok || equalPaymentOf(posted.refusal) === null) return withoutDuplicate(posted);
  const equal = await compareEqual(transaction, { portfolioId, line, payment });
  if (equal.undecided) return equal.undecided;
  const confirmed = { ...payment, confirmedDuplicateOf: equal.latest };
  return withoutDuplicate(await postWithin(transaction, confirmed, context));
}

const withoutDuplicate = (posted: PostedLine['posted']): PostedLine => ({
  posted,
  possibleDuplicateId: null,
});

type Comparing = {
  readonly portfolioId: string;
  readonly line: LockedLine;
  readonly payment: Omit<Parameters<typeof listPossibleDuplicates>[1], 'portfolioId'>;
};

type Compared = {
  readonly latest: string | undefined;
  /** The refusal for an equal payment that may be the money of the line. */
  readonly undecided: PostedLine | null;
};

/** Compares a line with all equal payments of a loan. */
async function compareEqual(
  transaction: Transaction,
  { portfolioId, line, payment }: Comparing,
): Promise<Compared> {
  const paymentIds = await listPossibleDuplicates(transaction, { ...payment, portfolioId });
  const { line: own, origins } = await findOrigins(transaction, {
    portfolioId,
    id: line.id,
    paymentIds,
  });
  const isOther = (id: string) => {
    const origin = origins.get(id);
    if (line.distinctFromPayments.includes(id)) return true;
    return origin && (line.distinctFromLines.includes(origin.id) || areProvenTwo(own, origin));
  };
  const [latest] = paymentIds;
  const id = paymentIds.find((one) => !isOther(one));
  const equal = id === undefined ? null : await findPayment(transaction, { portfolioId, id });
  if (!equal) return { latest, undecided: null };
  const { code, details } = refuseDuplicate(equal).refusal;
  const posted = refuse(code, { details: { ...details, loanId: payment.loanId } });
  return { latest, undecided: { posted, possibleDuplicateId: origins.get(equal.id)?.id ?? null } };
}

type Parts = {
  readonly portfolioId: string;
  readonly line: LockedLine;
  readonly parts: readonly LinePart[];
};

/** Posts all parts of a line or none. Each part may have equal payments on its loan. */
async function postPartsOf(
  transaction: Transaction,
  { portfolioId, line, parts }: Parts,
  context: PortfolioContext,
): Promise<PostedLine> {
  const sumMinor = parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  if (sumMinor !== line.amountMinor) throw new Error(`the parts of line ${line.id} do not add up`);
  const { loanId: _loanId, ...payment } = paymentOf(line, line.id);
  const loanIds = parts.map(({ loanId }) => loanId);
  // The locks prevent that an equal payment is posted between the comparison and the posting of the
  // parts.
  await lockLoans(transaction, { scope: context.session.scope, loanIds });
  const confirmed: PaymentPart[] = [];
  for (const { paymentId, loanId, amountMinor } of parts) {
    const one = { ...payment, loanId, amountMinor };
    const equal = await compareEqual(transaction, { portfolioId, line, payment: one });
    if (equal.undecided) return equal.undecided;
    confirmed.push({ id: paymentId, loanId, amountMinor, confirmedDuplicateOf: equal.latest });
  }
  const split = { payment: { ...payment, splitId: line.id }, parts: confirmed };
  const posted = await postParts(transaction, split, context);
  // The id of a replayed part refers to a payment that did not come from this line.
  const isReplayed = posted.ok && posted.value.some(({ replayed }) => replayed);
  return withoutDuplicate(isReplayed ? refuse('id_reused_with_different_content') : posted);
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
