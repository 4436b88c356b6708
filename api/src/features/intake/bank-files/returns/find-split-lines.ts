import type { OutgoingLine, SplitLine } from './bank-returns.store.ts';

type Searched = {
  readonly splits: readonly SplitLine[];
  /** Whether the line has evidence for a loan or a payment. */
  readonly isKnown: (split: SplitLine) => boolean;
  /** Whether the line may be more than what it returns, by the fee of the bank. */
  readonly mayHaveFee: boolean;
};

/**
 * Finds the split line that an outgoing line may return. Such a return cannot be confirmed, because
 * it is several payments, so the user reverses them on their loans.
 */
export function splitLineOf(
  line: OutgoingLine,
  { splits, isKnown, mayHaveFee }: Searched,
): Pick<SplitLine, 'fileId' | 'fileName' | 'number'> | null {
  const found = splits.find((split) => {
    const feeMinor = line.amountMinor - split.amountMinor;
    const isAmount = feeMinor === 0 || (mayHaveFee && feeMinor > 0 && feeMinor < split.amountMinor);
    return (
      isAmount &&
      split.currency === line.currency &&
      split.valueOn <= line.valueOn &&
      isKnown(split)
    );
  });
  return found ? { fileId: found.fileId, fileName: found.fileName, number: found.number } : null;
}
