import { BANK_LINES_MAX, type LeftOutReason } from '@bursar/contracts/intake/bank-files.values';
import type { UploadBankFile } from '@bursar/contracts/intake/bank-files';
import type { FailureOf } from '@bursar/contracts/endpoint';
import { refuse, type Refusal } from '../../../../platform/outcome.ts';

/** A text, other than the purpose, in which loan numbers are searched. */
export type OtherText = { readonly column: string; readonly text: string };

export type ReadLine = {
  /** The lender's own account; empty if the file does not state it. */
  readonly account: string;
  /** The bank's id of the line; empty if the file has none. */
  readonly bankId: string;
  readonly bookedOn: string;
  readonly valueOn: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly debtorName: string;
  /** The account that the payment came from; empty if the file does not state it. */
  readonly payerAccount: string;
  readonly remittance: string;
  /** Texts of other columns that may hold a loan number; missing if the format has no columns. */
  readonly otherTexts?: readonly OtherText[];
  /** Missing if the format does not state the direction of every line, reversals included. */
  readonly direction?: 'in' | 'out';
  /**
   * References of the bank that the payments of one batch share, and marks starting with `#`, which
   * are unique only in this file.
   */
  readonly batchIds?: readonly string[];
  readonly leftOut: Extract<
    LeftOutReason,
    'debit' | 'reversal' | 'not-booked' | 'failed' | 'other-currency' | 'zero'
  > | null;
  /** Text that distinguishes equal lines without an id, for example the balance after the line. */
  readonly mark: string;
  /** The whole row; two rows of a file that differ anywhere are two lines. */
  readonly row: string;
};

/** Thrown by the readers if the file must be refused as a whole; none of its lines is stored. */
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

/**
 * Builds the refusal of a whole file because of one unreadable line: received money must not be
 * overlooked.
 */
export const lineNotRead = (line: number, column: string) =>
  new UnreadableBankFile(refuse('bank_line_not_read', { details: { line, column } }));
