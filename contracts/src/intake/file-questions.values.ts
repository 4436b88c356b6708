/** Questions that a file may leave open, with the possible answers. */
export const fileQuestionChoices = {
  /** The encoding of the file's text; the choices are encodings. */
  encoding: null,
  /** The decimal mark: "1.500" is a different number with each. */
  'decimal-mark': ['point', 'comma'],
  /** Whether 03/04/2026 is in April or in March, and 05/04/26 in 2026 or in 2005. */
  'day-order': ['day-first', 'month-first', 'year-first'],
  /** The year of the newest line, if days have no year; the choices are years. */
  year: null,
  /** Whether the year 1405 is one of the Hijri or of the Persian calendar. */
  calendar: ['hijri', 'persian'],
  /** Whether all amounts are money received. */
  direction: ['received', 'not-all'],
  /**
   * Whether the debit column has amounts paid or, as in an accounting program, amounts received.
   */
  ledger: ['bank-statement', 'accounting-ledger'],
  /**
   * Decides which of two amounts is in the line's currency; the other one is in the portfolio's
   * currency.
   */
  'second-amount': ['of-amount', 'of-second-amount'],
  /** The meaning of a value in the credit/debit column. */
  'direction-word': ['received', 'not-received'],
  /** Whether the bank has booked the lines that have a certain status. */
  status: ['booked', 'not-booked'],
  /** Whether to read a statement whose balances do not agree with its lines. */
  balance: ['read-lines', 'refuse-file'],
} as const;
export type FileQuestionKind = keyof typeof fileQuestionChoices;
