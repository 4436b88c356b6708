import { LOAN_STATES, type LoanState } from '@bursar/loan-maths/lifecycle';

/**
 * What can be chosen among, told once and without zod: the wire checks by these lists, and screens
 * offer them in this order. The types follow from them, so a member too few does not compile.
 */

export const loanStatuses = LOAN_STATES;
export type LoanStatus = LoanState;

/**
 * What was done about a loan. `neglected`: it is overdue, and nobody has been in touch or paid for as
 * many days as a desk allows; the others count from Monday.
 */
export const loanWorkFilters = ['neglected', 'contacted', 'promised'] as const;

export const paymentMethods = [
  'bank-transfer',
  'direct-debit',
  'card',
  'cash',
  'cheque',
  'other',
] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const contactOutcomes = [
  'answered',
  'no-response',
  'promised',
  'paid',
  'disputed',
  'refused',
  'unreachable',
] as const;

/** Outcomes of a try that reached nobody: what was open stays so. */
export const openOutcomes = ['no-response', 'unreachable'] as const;

/** Whether we reached out to the borrower or the borrower to us. */
export const contactDirections = ['outgoing', 'incoming'] as const;

/** The kinds of a borrower's ways to be reached, and whose each is. */
export const contactKinds = ['phone', 'email', 'address'] as const;
export const contactLabels = ['mobile', 'home', 'work', 'relative', 'other'] as const;

/** Why a number or an address is no longer used. */
export const retireReasons = ['wrong', 'out-of-use', 'borrower-asked', 'other'] as const;

export const consentStates = ['given', 'withdrawn'] as const;
export const consentMeans = ['spoken', 'written', 'contract', 'other'] as const;

/** Names from the interface's palette: a tag has no colour of its own. */
export const tagColours = ['lapis', 'sky', 'teal', 'ochre', 'violet', 'slate'] as const;

/** How loans are dealt out over several targets. */
export const spreadRules = ['count', 'outstanding', 'least-loaded'] as const;

export const accountStatuses = ['invited', 'active', 'suspended'] as const;
export const staffSorts = [
  'name',
  'email',
  'role',
  'loans',
  'outstanding',
  'over30',
  'created',
] as const;
export type StaffSort = (typeof staffSorts)[number];

/** Whether there is anything at all. */
export const someOrNone = ['some', 'none'] as const;

/** `failed` is tried again later, each time after twice as long, until it is given up. */
export const mailStates = ['waiting', 'sent', 'failed'] as const;
