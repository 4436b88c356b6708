import type { MatchEvidence, MatchReason } from '@bursar/contracts/intake/bank-files.values';
import { loanCan } from '../../../servicing/loan-account/loan-can.ts';
import type { LoanStatus } from '@bursar/contracts/choices';

/** A loan as matching compares it with a line. */
export type ComparedLoan = {
  readonly loanId: string;
  readonly borrowerId: string;
  readonly status: LoanStatus;
  readonly currency: string;
  readonly dueMinor: number;
  readonly arrearsMinor: number;
  readonly instalmentMinor: number;
  readonly outstandingMinor: number;
};

export type LineAmount = { readonly amountMinor: number; readonly currency: string };

/** A loan that a line may pay, with all its evidence. */
export type Likely = { readonly loan: ComparedLoan; readonly evidence: readonly MatchEvidence[] };

/**
 * The strength of each piece of evidence alone, from 0 to 1. The score combines them as independent
 * proofs; it orders suggestions and decides nothing.
 */
const weights: Readonly<Record<MatchEvidence, number>> = {
  reference: 0.97,
  'loan-number': 0.75,
  'creditor-reference': 0.75,
  'short-number': 0.4,
  account: 0.6,
  'shared-account': 0.3,
  name: 0.5,
  'similar-name': 0.2,
  'amount-due': 0.5,
  arrears: 0.45,
  payoff: 0.45,
  instalments: 0.2,
  'bank-reference': 0.9,
  'same-amount': 0.5,
  'amount-with-fee': 0.2,
  'return-text': 0.3,
  'return-code': 0.3,
  'credit-balance': 0.4,
};

/**
 * Returns the score of a suggestion, from 1 to 99: nothing is certain until a person has seen it.
 */
export function scoreOf(evidence: readonly MatchEvidence[]): number {
  const doubt = evidence.reduce((left, one) => left * (1 - weights[one]), 1);
  return Math.min(99, Math.max(1, Math.round(100 * (1 - doubt))));
}

/** Maximum number of regular instalments in one payment; more are likely a coincidence. */
const INSTALMENTS_MAX = 12;

/**
 * Returns which amount of the loan the line equals, such as the amount due; empty if the currency
 * differs or the loan is not active.
 */
export function amountEvidence(
  { amountMinor, currency }: LineAmount,
  { dueMinor, arrearsMinor, instalmentMinor, ...loan }: ComparedLoan,
): readonly MatchEvidence[] {
  if (currency !== loan.currency || amountMinor <= 0 || loan.status !== 'active') return [];
  if (amountMinor === dueMinor) return ['amount-due'];
  if (amountMinor === arrearsMinor) return ['arrears'];
  const count = amountMinor / instalmentMinor;
  return Number.isInteger(count) && count <= INSTALMENTS_MAX ? ['instalments'] : [];
}

export type Match = { readonly loanId: string; readonly reason: MatchReason } & Pick<
  Likely,
  'evidence'
>;

export type FoundMatch = Match & {
  /**
   * The heading of the column that contains the loan's number; null if the number is in the purpose
   * or was not used for the match.
   */
  readonly foundIn: string | null;
};

/**
 * Whether this is the only loan, of the portfolio or of its borrower, that has the line's amount
 * due or in arrears. Several loans may have the same amount due, so an account or a name cannot
 * decide between them.
 */
export type IsOnlyDue = (loan: ComparedLoan, among: 'portfolio' | 'borrower') => boolean;

/**
 * Chooses the loan of a line if exactly one is certain; null leaves the line to a person. A text
 * that names a loan, even one that cannot be paid, overrules everything else.
 */
export function decideMatch(
  line: LineAmount,
  likely: readonly Likely[],
  isOnlyDue: IsOnlyDue,
): Match | null {
  const named = likely.filter(has('reference'));
  const numbered = likely.filter(
    (one) => numbers.some((number) => has(number)(one)) && !has('reference')(one),
  );
  const [first] = named;
  if (first) {
    return named.length === 1 && !numbered.some(isDue) && isPayable(line, first)
      ? matchOf(first, 'reference')
      : null;
  }
  const supported = likely.filter(has('short-number')).filter((one) => isDue(one) && isPayer(one));
  const byNumber = [...new Set([...numbered, ...supported])];
  const [numberedOne] = byNumber;
  if (numberedOne) {
    return byNumber.length === 1 && isDue(numberedOne) && isPayable(line, numberedOne)
      ? matchOf(numberedOne, 'loan-number')
      : null;
  }
  return byPayer(line, likely, isOnlyDue);
}

const numbers = ['loan-number', 'creditor-reference'] as const;

function byPayer(line: LineAmount, likely: readonly Likely[], isOnlyDue: IsOnlyDue): Match | null {
  const paidBefore = likely.filter(has('account'));
  const called = likely.filter((one) => has('name')(one) && isDue(one));
  const [known] = paidBefore;
  if (known) {
    const isAlone = called.every((one) => one === known) && isOnlyDue(known.loan, 'borrower');
    const isSure = has('name')(known) || isOnlyDue(known.loan, 'portfolio');
    return isAlone && isSure && isDue(known) && isPayable(line, known)
      ? matchOf(known, 'account')
      : null;
  }
  const [first, ...others] = called;
  return first && others.length === 0 && isPayable(line, first)
    ? matchOf(first, 'amount-and-name')
    : null;
}

const has =
  (evidence: MatchEvidence) =>
  (one: Likely): boolean =>
    one.evidence.includes(evidence);

const isDue = (one: Likely): boolean => has('amount-due')(one) || has('arrears')(one);
const isPayer = (one: Likely): boolean => has('name')(one) || has('account')(one);

const isPayable = ({ currency }: LineAmount, { loan }: Likely): boolean =>
  currency === loan.currency && loanCan.acceptPayment(loan.status) === null;

const matchOf = ({ loan, evidence }: Likely, reason: MatchReason): Match => ({
  loanId: loan.loanId,
  reason,
  evidence,
});
