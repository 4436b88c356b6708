/** Maximum size of a bank file; messages show it as "10 MB". */
export const BANK_FILE_BYTES_MAX = 10_000_000;

/** Maximum lines of a file: the user waits while they are matched. */
export const BANK_LINES_MAX = 10_000;

/** Formats that are tables; they are read by their columns. */
export const bankTableFormats = ['csv', 'xlsx', 'xls', 'ods'] as const;
export type BankTableFormat = (typeof bankTableFormats)[number];

export const bankFileFormats = [
  'camt.052',
  'camt.053',
  'camt.054',
  'mt940',
  'mt942',
  'ofx',
  'qif',
  'bai2',
  'cfonb120',
  'coda',
  ...bankTableFormats,
] as const;
export type BankFileFormat = (typeof bankFileFormats)[number];

/** The state of a line. */
export const bankLineStates = [
  'matched',
  'needs-look',
  'left-out',
  'posted',
  'refused',
  /** Outgoing money that a user confirmed as the return of a payment or of unapplied funds. */
  'returned',
] as const;
export type BankLineState = (typeof bankLineStates)[number];

/** Why a line is matched. */
export const matchReasons = [
  'reference',
  'loan-number',
  'account',
  'amount-and-name',
  'person',
] as const;
export type MatchReason = (typeof matchReasons)[number];

/** Reasons to match a line with a loan. */
export const matchEvidence = [
  /** The text holds Bursar's loan number. */
  'reference',
  /** The text holds the lender's own loan number. */
  'loan-number',
  /** A structured reference with valid check digits holds the loan number. */
  'creditor-reference',
  /**
   * The text holds a number that may be the loan's: a short or incomplete one, or bare digits in a
   * column other than the purpose.
   */
  'short-number',
  /** The payer's account paid this loan before, and no other loan. */
  'account',
  /** The payer's account paid this loan and others before. */
  'shared-account',
  'name',
  'similar-name',
  'amount-due',
  'arrears',
  'payoff',
  'instalments',
  // Evidence that an outgoing line returns money.
  /** The text or the bank's id of the line holds the bank's id of the payment. */
  'bank-reference',
  'same-amount',
  /** The line has the amount of the payment and a fee that is smaller than the payment. */
  'amount-with-fee',
  /** The text says that money came back. */
  'return-text',
  /** The text holds a bank code for the reason of a return. */
  'return-code',
  'credit-balance',
] as const;
export type MatchEvidence = (typeof matchEvidence)[number];

/**
 * Why a line is left out. Only a person's choice can be undone, but an outgoing line can still be
 * confirmed as a return.
 */
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

/** Why a person leaves a line out. */
export const setAsideReasons = [
  'no-loan-payment',
  'own-transfer',
  'known-payment',
  'to-be-returned',
  'unknown-payer',
  'other',
] as const;
export type SetAsideReason = (typeof setAsideReasons)[number];

export const bankLineReasons = [...matchReasons, ...leftOutReasons] as const;
export type BankLineReason = (typeof bankLineReasons)[number];

/**
 * The money that an outgoing line returns: a posted payment, or unapplied funds of the borrower.
 */
export const bankReturnKinds = ['payment', 'credit'] as const;

/** A confirmed return may also return all payments of a line that was split over several loans. */
export const confirmedReturnKinds = [...bankReturnKinds, 'split'] as const;

/**
 * Whether the confirmed reversal or refund was made, still waits for a second person, or was not
 * made, for example because the request was declined.
 */
export const bankReturnOutcomes = ['done', 'awaiting-approval', 'not-done'] as const;

/** Results of checking a table's lines against its running balance. */
export const balanceChecks = ['agrees', 'has-gaps'] as const;

/** Fields of a bank's table. The purpose, `remittance`, may be read from several columns. */
export const bankFields = [
  'bookedOn',
  'valueOn',
  'amount',
  'credit',
  'debit',
  'direction',
  'status',
  'currency',
  'debtorName',
  'payerAccount',
  'remittance',
  'bankId',
  'ownAccount',
  'balance',
  'fee',
] as const;
export type BankField = (typeof bankFields)[number];
