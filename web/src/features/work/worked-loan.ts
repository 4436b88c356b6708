/** What the dialogs of the day's work need to know of a loan. */
export type WorkedLoan = {
  readonly id: string;
  readonly reference: string;
  readonly businessDate: string;
};
