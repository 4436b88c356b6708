import { createHash } from 'node:crypto';
import { BANK_LINES_MAX } from '@bursar/contracts/bank-files.values';
import type { UploadBankFile } from '@bursar/contracts/bank-files';
import type { FailureOf } from '@bursar/contracts/endpoint';
import { refuse, type Refusal } from '../../platform/outcome.ts';

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
  readonly leftOut: 'debit' | 'reversal' | 'not-booked' | 'zero' | null;
  /** What else tells it from lines that look the same, where it has no id: its balance, its place in a batch. */
  readonly mark: string;
};

/**
 * The id under which a line is posted, the same for each line that tells the same: what the account and
 * the bank's id name, or else all that it tells. A retry, another file and a second process repeat it.
 */
export function paymentIdOf(portfolioId: string, line: ReadLine): string {
  const { account, bankId, amountMinor, currency } = line;
  const { bookedOn, valueOn, debtorName, remittance, mark } = line;
  const key =
    bankId === ''
      ? [account, bookedOn, valueOn, amountMinor, currency, debtorName, remittance, mark]
      : [account, bankId, amountMinor, currency];
  const digest = createHash('sha256').update(JSON.stringify([portfolioId, key]));
  const bytes = digest.digest().subarray(0, 16);
  // Version 8 of RFC 9562: an id whose bits its maker chose.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

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
