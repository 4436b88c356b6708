/** The parts of a loan’s page, in their order; each is the `tab` parameter of its address. */
export const loanTabs = ['schedule', 'payments', 'assignments', 'ledger', 'terms'] as const;
export type LoanTab = (typeof loanTabs)[number];
