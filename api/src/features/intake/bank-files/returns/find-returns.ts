import type { BankLine, BankReturn } from '@bursar/contracts/intake/bank-files';
import type { MatchEvidence } from '@bursar/contracts/intake/bank-files.values';
import type { Queryable } from '../../../../platform/database.ts';
import { loanReference } from '../../../servicing/loan-lists/loans.store.ts';
import {
  findByBankIds,
  findConfirmedLines,
  findNamedLoans,
  listOutgoing,
  listReturnable,
  listReturnLoans,
  listSplitLines,
  type ConfirmedLine,
  type OutgoingLine,
  type ReturnablePayment,
  type ReturnLoan,
  type SplitLine,
} from './bank-returns.store.ts';
import { describeSplit, splitLineOf } from './find-split-lines.ts';
import { compareLines } from '../stored/line-identity.ts';
import { scoreOf } from '../match/match-evidence.ts';
import {
  listComparedById,
  type ComparedLine,
  type InPortfolio,
} from '../match/match-lines.store.ts';
import {
  evidenceInLines,
  isPayerNamed,
  merged,
  type EvidenceByLoan,
} from '../match/match-lines.ts';
import { originalReferencesIn, returnEvidenceIn } from '../match/returned-payments.ts';

const RETURNS_MAX = 8;

export type FoundReturns = {
  readonly returns: readonly BankReturn[];
  readonly alreadyConfirmed: ConfirmedLine | null;
  readonly splitLine: BankLine['mayReturnSplit'];
};

/**
 * Returns whether a line is money that went out, or a reversal by the bank that did not come in.
 */
export const isOutgoing = ({
  reason,
  direction,
}: Pick<OutgoingLine, 'reason' | 'direction'>): boolean =>
  reason === 'debit' || (reason === 'reversal' && direction !== 'in');

/**
 * Finds the payments and credit balances that outgoing lines may return, likeliest first. The
 * search runs whenever lines are shown, because a payment may be posted after the line was
 * uploaded.
 */
export async function findReturns(
  sql: Queryable,
  key: InPortfolio & { readonly lineIds: readonly string[] },
): Promise<ReadonlyMap<string, FoundReturns>> {
  const outgoing = (await listOutgoing(sql, key)).filter(
    (line) => isOutgoing(line) && line.amountMinor > 0,
  );
  if (outgoing.length === 0) return new Map();
  const { portfolioId } = key;
  const lineIds = outgoing.map(({ id }) => id);
  const confirmed = await findConfirmedLines(sql, { portfolioId, lineIds });
  const byLine = await findEvidence(sql, outgoing, { portfolioId });
  const loanIds = [...new Set([...byLine.values()].flatMap(({ loans }) => [...loans.keys()]))];
  const amounts = outgoing.map(({ amountMinor }) => amountMinor);
  const range = { fromMinor: Math.floor(Math.min(...amounts) / 2), toMinor: Math.max(...amounts) };
  const payments = await listReturnable(sql, { portfolioId, loanIds, ...range });
  const splits = await listSplitLines(sql, { portfolioId, loanIds, ...range });
  const loansOfParts = splits.flatMap(({ parts }) => parts.map(({ loanId }) => loanId));
  const allIds = [...new Set([...loanIds, ...loansOfParts])];
  const loans = new Map(
    (await listReturnLoans(sql, { portfolioId, loanIds: allIds })).map((loan) => [
      loan.loanId,
      loan,
    ]),
  );
  return new Map(
    outgoing.map((line) => {
      const evidence = byLine.get(line.id) ?? nothing;
      const earlier = earlierOf(line, confirmed);
      // Another file has the same line, whose return a user has confirmed.
      const isSame = earlier?.paymentId === line.paymentId;
      const found = isSame ? [] : returnsOf(line, { evidence, payments, loans });
      const split = isSame ? null : findSplitLine(line, { evidence, splits });
      const splitLine = split && describeSplit(line, split, loans);
      return [line.id, { returns: found, alreadyConfirmed: earlier, splitLine }];
    }),
  );
}

type FoundSplits = { readonly evidence: LineEvidence; readonly splits: readonly SplitLine[] };

function findSplitLine(line: OutgoingLine, { evidence, splits }: FoundSplits) {
  return splitLineOf(line, {
    splits,
    isByReference: ({ parts }) => parts.some(({ paymentId }) => evidence.payments.has(paymentId)),
    isByLoan: ({ parts }) =>
      parts.some(({ loanId }) => evidence.loans.get(loanId)?.some((one) => identifying.has(one))),
    isByText: returnEvidenceIn(line.remittance).length > 0,
  });
}

function earlierOf(line: OutgoingLine, confirmed: readonly ConfirmedLine[]): ConfirmedLine | null {
  const others = confirmed.filter(({ lineId }) => lineId === line.id);
  return (
    others.find(({ paymentId }) => paymentId === line.paymentId) ??
    others.find((other) => compareLines(line, other, line) === 'possible') ??
    null
  );
}

type LineEvidence = {
  readonly loans: EvidenceByLoan;
  /** Evidence for single payments. */
  readonly payments: ReadonlyMap<string, readonly MatchEvidence[]>;
  readonly compared: ComparedLine | null;
};

const nothing: LineEvidence = { loans: new Map(), payments: new Map(), compared: null };

async function findEvidence(
  sql: Queryable,
  outgoing: readonly OutgoingLine[],
  { portfolioId }: InPortfolio,
): Promise<ReadonlyMap<string, LineEvidence>> {
  const lineIds = outgoing.map(({ id }) => id);
  const compared = await listComparedById(sql, { portfolioId, lineIds });
  const inTexts = await evidenceInLines(sql, compared, { portfolioId });
  const named = await findNamedLoans(sql, { portfolioId, lineIds });
  const references = new Map(
    outgoing.map((line) => [
      line.id,
      new Set(originalReferencesIn(`${line.remittance} ${line.bankId}`)),
    ]),
  );
  const bankIds = [...new Set([...references.values()].flatMap((of) => [...of]))];
  const originals = await findByBankIds(sql, { portfolioId, bankIds });
  return new Map(
    compared.map((line) => {
      const names = named.filter((one) => one.lineId === line.id && isPayerNamed(line, one));
      const own = originals.filter(({ bankId }) => references.get(line.id)?.has(bankId));
      const loans = merged(
        inTexts.get(line.id)?.loans,
        new Map(names.map(({ loanId }) => [loanId, ['name']])),
        new Map(own.map(({ loanId }) => [loanId, []])),
      );
      const payments = new Map(
        own.map(({ paymentId }) => [paymentId, ['bank-reference'] as const] as const),
      );
      return [line.id, { loans, payments, compared: line }];
    }),
  );
}

type Found = {
  readonly evidence: LineEvidence;
  readonly payments: readonly ReturnablePayment[];
  readonly loans: ReadonlyMap<string, ReturnLoan>;
};

function returnsOf(
  line: OutgoingLine,
  { evidence, payments, loans }: Found,
): readonly BankReturn[] {
  const inText = returnEvidenceIn(line.remittance);
  const found = [...evidence.loans].flatMap(([loanId, ofLoan]) => {
    const loan = loans.get(loanId);
    if (!loan || loan.currency !== line.currency) return [];
    const refundedOn = refundOf(line, loan);
    const shared = { loan: describe(loan), refundedOn };
    const byPayment = payments
      .filter((payment) => payment.loanId === loanId)
      .flatMap((payment) => {
        const ofPayment = evidenceOfPayment(line, { payment, ofLoan, evidence });
        return ofPayment === null
          ? []
          : [{ ...shared, ...asReturn(line, payment, [...ofPayment, ...inText]) }];
      });
    return [...byPayment, ...creditOf(line, { loan, ofLoan, shared })];
  });
  return found
    .toSorted(
      (one, other) =>
        other.score - one.score ||
        (other.valueDate ?? '').localeCompare(one.valueDate ?? '') ||
        one.id.localeCompare(other.id),
    )
    .slice(0, RETURNS_MAX);
}

const describe = ({
  loanId,
  referenceNumber,
  borrower,
  status,
}: ReturnLoan): BankReturn['loan'] => ({
  id: loanId,
  reference: loanReference(referenceNumber),
  borrower,
  status,
});

/**
 * Returns the value date of a refund that is probably the money of the line: it has the same amount
 * and a day near that of the line. Null if there is none.
 */
function refundOf(line: OutgoingLine, { refunds }: ReturnLoan): string | null {
  const near = refunds.find(
    ({ amountMinor, valueDate }) =>
      amountMinor === line.amountMinor && daysBetween(valueDate, line.valueOn) <= REFUND_DAYS_MAX,
  );
  return near?.valueDate ?? null;
}

/** A transfer may be booked some days after it was recorded. */
const REFUND_DAYS_MAX = 14;

const daysBetween = (one: string, other: string): number =>
  Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000;

type OfPayment = {
  readonly payment: ReturnablePayment;
  readonly ofLoan: readonly MatchEvidence[];
  readonly evidence: LineEvidence;
};

/**
 * Returns the evidence that a line returns a payment; null if it cannot, or if nothing identifies
 * the payment.
 */
function evidenceOfPayment(
  line: OutgoingLine,
  { payment, ofLoan, evidence }: OfPayment,
): readonly MatchEvidence[] | null {
  const feeMinor = line.amountMinor - payment.amountMinor;
  if (payment.currency !== line.currency || payment.valueDate > line.valueOn || feeMinor < 0) {
    return null;
  }
  const ofPayment = evidence.payments.get(payment.id) ?? [];
  const payerKey = evidence.compared?.payerKey ?? null;
  const isSameAccount = payerKey !== null && payment.payerKey === payerKey;
  // The account of another payer of the loan is no evidence for this payment.
  const known = isSameAccount
    ? [...ofLoan.filter((one) => one !== 'shared-account'), 'account' as const]
    : ofLoan.filter((one) => payment.payerKey === null || !accounts.has(one));
  const all = [...new Set([...ofPayment, ...known])];
  if (!all.some((one) => identifying.has(one))) return null;
  if (feeMinor === 0) return [...all, 'same-amount'];
  // A larger amount than one part of a split payment includes other parts, not a fee.
  if (payment.isPart) return null;
  const isReturned =
    ofPayment.includes('bank-reference') || returnEvidenceIn(line.remittance).length > 0;
  return isReturned && feeMinor < payment.amountMinor ? [...all, 'amount-with-fee'] : null;
}

const accounts: ReadonlySet<MatchEvidence> = new Set(['account', 'shared-account'] as const);

/** Evidence that identifies a payer or payment; a number that may mean something else does not. */
const identifying: ReadonlySet<MatchEvidence> = new Set([
  'bank-reference',
  'reference',
  'loan-number',
  'creditor-reference',
  'account',
  'name',
] as const);

const asReturn = (
  line: OutgoingLine,
  { id, amountMinor, valueDate }: ReturnablePayment,
  evidence: readonly MatchEvidence[],
) => ({
  kind: 'payment' as const,
  id,
  amountMinor,
  feeMinor: line.amountMinor - amountMinor,
  valueDate,
  evidence: [...evidence],
  score: scoreOf(evidence),
});

type OfCredit = {
  readonly loan: ReturnLoan;
  readonly ofLoan: readonly MatchEvidence[];
  readonly shared: Pick<BankReturn, 'loan' | 'refundedOn'>;
};

function creditOf(line: OutgoingLine, { loan, ofLoan, shared }: OfCredit): readonly BankReturn[] {
  const isKnown = ofLoan.some((one) => identifying.has(one));
  // A bank's reversal returns a payment; only an outgoing transfer can be a refund.
  if (line.reason !== 'debit' || !isKnown || loan.creditMinor < line.amountMinor) return [];
  const evidence: readonly MatchEvidence[] =
    loan.creditMinor === line.amountMinor ? [...ofLoan, 'credit-balance'] : ofLoan;
  return [
    {
      ...shared,
      kind: 'credit',
      id: loan.loanId,
      amountMinor: line.amountMinor,
      feeMinor: 0,
      valueDate: null,
      evidence: [...evidence],
      score: scoreOf(evidence),
    },
  ];
}

/**
 * Adds to each outgoing line the payment or credit, and the split line, that it most likely
 * returns. Adds no payment or credit if a refund that is probably this money is already recorded.
 * Lines with a confirmed return, also in another file, stay unchanged.
 */
export async function withReturns(
  sql: Queryable,
  lines: readonly BankLine[],
  { portfolioId }: InPortfolio,
): Promise<BankLine[]> {
  const open = lines.filter(
    ({ state, reason }) => state === 'left-out' && (reason === 'debit' || reason === 'reversal'),
  );
  if (open.length === 0) return [...lines];
  const found = await findReturns(sql, { portfolioId, lineIds: open.map(({ id }) => id) });
  return lines.map((line) => {
    const {
      returns = [],
      alreadyConfirmed = null,
      splitLine: mayReturnSplit = null,
    } = found.get(line.id) ?? {};
    if (alreadyConfirmed !== null) return line;
    const [best] = returns;
    const isClear = best?.refundedOn === null;
    return { ...line, mayReturnSplit, ...(best && isClear && { mayReturn: best }) };
  });
}
