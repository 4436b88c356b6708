import type { BankFile } from '@bursar/contracts/intake/bank-files';
import type { ReadLine } from '../bank-line.ts';
import type { Reading } from '../read-bank-csv.ts';

/** A format of bank statements other than a table. */
export type BankFormat = {
  readonly name: BankFile['format'];
  /** Whether a file with this start is in the format. File names are never used for this. */
  readonly recognises: (start: string) => boolean;
  readonly read: (text: AsyncIterable<string>, reading: Reading) => AsyncIterable<ReadLine>;
};
