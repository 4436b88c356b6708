/** Maximum size of a bank file; messages show it as "10 MB". */
export const BANK_FILE_BYTES_MAX = 10_000_000;

/** Maximum lines of a file: the user waits while they are matched. */
export const BANK_LINES_MAX = 10_000;

export const bankFileFormats = ['camt.053', 'csv'] as const;

/** The state of a line. */
export const bankLineStates = ['matched', 'needs-look', 'left-out', 'posted', 'refused'] as const;
export type BankLineState = (typeof bankLineStates)[number];

/** Why a line is matched. */
export const matchReasons = ['reference', 'amount-and-name', 'person'] as const;

/** Why a line is left out. Every reason except a person's choice is final. */
export const leftOutReasons = [
  'debit',
  'reversal',
  'not-booked',
  'failed',
  'other-currency',
  'zero',
  'duplicate',
  'by-person',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export const bankLineReasons = [...matchReasons, ...leftOutReasons] as const;
export type BankLineReason = (typeof bankLineReasons)[number];

/** Why a loan is suggested for a line. */
export const candidateReasons = ['reference', 'external-id', 'amount', 'name'] as const;
export type CandidateReason = (typeof candidateReasons)[number];
