import { BANK_LINES_MAX, type LeftOutReason } from '@bursar/contracts/intake/bank-files.values';
import type { UploadBankFile } from '@bursar/contracts/intake/bank-files';
import type { FailureOf } from '@bursar/contracts/endpoint';
import { refuse, type Refusal } from '../../../platform/outcome.ts';

/** A line as a file tells it. */
export type ReadLine = {
  /** Of the bank's customer, so the lender's own; empty where the file does not say. */
  readonly account: string;
  /** By which the bank knows it; empty where the file gives none. */
  readonly bankId: string;
  readonly bookedOn: string;
  readonly valueOn: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly debtorName: string;
  readonly remittance: string;
  readonly leftOut: Extract<
    LeftOutReason,
    'debit' | 'reversal' | 'not-booked' | 'failed' | 'other-currency' | 'zero'
  > | null;
  /** What else tells it from lines that look the same, where it has no id: its balance, its place in a batch. */
  readonly mark: string;
  /** Everything in its row: two rows of a file that differ anywhere are two lines. */
  readonly row: string;
};

/** Thrown by the readers where a file cannot be taken as a whole: no line of it is kept. */
export class UnreadableBankFile extends Error {
  readonly refusal: Refusal<FailureOf<UploadBankFile>>;

  constructor({ refusal }: { readonly refusal: Refusal<FailureOf<UploadBankFile>> }) {
    super(refusal.code);
    this.name = 'UnreadableBankFile';
    this.refusal = refusal;
  }
}

export const tooManyLines = () =>
  new UnreadableBankFile(refuse('too_many_bank_lines', { details: { limit: BANK_LINES_MAX } }));

export const notRecognised = () => new UnreadableBankFile(refuse('bank_file_not_recognised'));

/** A line that cannot be read makes the file unfit: money that came in must not go unseen. */
export const lineNotRead = (line: number, column: string) =>
  new UnreadableBankFile(refuse('bank_line_not_read', { details: { line, column } }));
