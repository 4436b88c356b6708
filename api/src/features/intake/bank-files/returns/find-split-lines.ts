import type { SplitReturn } from '@bursar/contracts/intake/bank-files';
import { loanReference } from '../../../servicing/loan-lists/loans.store.ts';
import type { OutgoingLine, ReturnLoan, SplitLine } from './bank-returns.store.ts';

type Searched = {
  /** Split lines, latest first. */
  readonly splits: readonly SplitLine[];
  /** Whether the outgoing line has evidence for a loan of the split line. */
  readonly isByLoan: (split: SplitLine) => boolean;
  /** Whether the outgoing line has the bank's id of the split line. */
  readonly isByReference: (split: SplitLine) => boolean;
  /** Whether the outgoing line's text describes a return. */
  readonly isByText: boolean;
};

/**
 * Finds the split line that an outgoing line most likely returns: the one whose bank id it has,
 * before one of exactly its amount, before one without reversed payments, before the latest.
 */
export function splitLineOf(
  line: OutgoingLine,
  { splits, isByLoan, isByReference, isByText }: Searched,
): SplitLine | null {
  const mayBeReturned = (split: SplitLine) => {
    const feeMinor = line.amountMinor - split.amountMinor;
    const mayHaveFee = isByText || isByReference(split);
    const isAmount = feeMinor === 0 || (mayHaveFee && feeMinor > 0 && feeMinor < split.amountMinor);
    return (
      isAmount &&
      split.currency === line.currency &&
      split.valueOn <= line.valueOn &&
      (isByReference(split) || isByLoan(split))
    );
  };
  const order = [
    isByReference,
    ({ amountMinor }: SplitLine) => amountMinor === line.amountMinor,
    ({ isWhole }: SplitLine) => isWhole,
  ];
  const likeliestFirst = (one: SplitLine, other: SplitLine) => {
    const apart = order.find((isLikelier) => isLikelier(one) !== isLikelier(other));
    if (!apart) return 0;
    return apart(one) ? -1 : 1;
  };
  return splits.filter(mayBeReturned).toSorted(likeliestFirst)[0] ?? null;
}

/**
 * Describes a split line with the payments that the outgoing line returns. The list of payments is
 * empty if one of them was already reversed; the user then handles each loan separately.
 */
export function describeSplit(
  line: Pick<OutgoingLine, 'amountMinor'>,
  split: SplitLine,
  loans: ReadonlyMap<string, ReturnLoan>,
): SplitReturn {
  const { lineId, fileId, fileName, number, amountMinor, valueOn, isWhole, parts } = split;
  return {
    lineId,
    fileId,
    fileName,
    number,
    amountMinor,
    valueDate: valueOn,
    feeMinor: line.amountMinor - amountMinor,
    parts: (isWhole ? parts : []).flatMap((part) => {
      const loan = loans.get(part.loanId);
      if (!loan) throw new Error(`loan ${part.loanId} of a split line is missing`);
      const { loanId: id, referenceNumber, borrower, status } = loan;
      const described = { id, reference: loanReference(referenceNumber), borrower, status };
      return [{ paymentId: part.paymentId, loan: described, amountMinor: part.amountMinor }];
    }),
  };
}
