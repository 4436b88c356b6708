import type { SplitReturn } from '@bursar/contracts/intake/bank-files';
import { loanReference } from '../../../servicing/loan-lists/loans.store.ts';
import type { OutgoingLine, ReturnLoan, SplitLine } from './bank-returns.store.ts';

type Searched = {
  readonly splits: readonly SplitLine[];
  /** Whether the outgoing line has evidence for a loan or a payment of the split line. */
  readonly isKnown: (split: SplitLine) => boolean;
  /** Whether the outgoing line may exceed the amount of the split line by the bank's fee. */
  readonly mayHaveFee: (split: SplitLine) => boolean;
};

/** Finds the split line that an outgoing line may return, with all its payments. */
export function splitLineOf(
  line: OutgoingLine,
  { splits, isKnown, mayHaveFee }: Searched,
): SplitLine | null {
  const found = splits.find((split) => {
    const feeMinor = line.amountMinor - split.amountMinor;
    const isAmount =
      feeMinor === 0 || (feeMinor > 0 && feeMinor < split.amountMinor && mayHaveFee(split));
    return (
      isAmount &&
      split.currency === line.currency &&
      split.valueOn <= line.valueOn &&
      isKnown(split)
    );
  });
  return found ?? null;
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
