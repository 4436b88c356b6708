import type { BankFile } from '@bursar/contracts/intake/bank-files';
import type { BankLineState } from '@bursar/contracts/intake/bank-files.values';
import type { StatusTone } from '../../../ui/status/StatusBadge.tsx';

/** Counts a file's lines in a state, over all currencies. */
export function countIn({ sums }: BankFile, state: BankLineState): number {
  return sums.reduce((count, sum) => count + (sum.state === state ? sum.lines : 0), 0);
}

export const toneOf: Readonly<Record<BankLineState, StatusTone>> = {
  matched: 'open',
  'needs-look': 'soon',
  'left-out': 'done',
  posted: 'good',
  refused: 'late',
  returned: 'open',
};
