import { LOAN_STATES, type LifecycleEvent, type LoanState } from '@bursar/loan-maths/lifecycle';

/**
 * What can be chosen among, told once and without zod: the wire checks by these lists, and screens
 * offer them in this order. The types follow from them, so a member too few does not compile.
 */

export const loanStatuses = LOAN_STATES;
export type LoanStatus = LoanState;

/** The states that an application can be in: once it is paid out it is active, and its loan says more. */
export const applicationStatuses = [
  'submitted',
  'approved',
  'active',
  'rejected',
  'withdrawn',
] as const satisfies readonly LoanState[];
export type ApplicationStatus = (typeof applicationStatuses)[number];

/** What moves an application from one of them to another. */
export const applicationEvents = [
  'approve',
  'reject',
  'withdraw',
  'undo-approval',
  'disburse',
  'undo-disbursement',
] as const satisfies readonly LifecycleEvent[];
export type ApplicationEvent = (typeof applicationEvents)[number];

/**
 * What was done about a loan. `neglected`: it is overdue, and nobody has been in touch or paid for as
 * many days as a desk allows; the others count from Monday.
 */
export const loanWorkFilters = ['neglected', 'contacted', 'promised'] as const;

/** How money comes in, and how it is paid back. */
export const paymentMethods = [
  'bank-transfer',
  'direct-debit',
  'card',
  'cash',
  'cheque',
  'other',
] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** What a payment is made with: money that comes in, or what is kept for the borrower. */
export const paymentSources = [...paymentMethods, 'credit'] as const;
export type PaymentSource = (typeof paymentSources)[number];

/**
 * Where money beyond what is due goes: it pays instalments ahead, prepays principal for a shorter term or a lower
 * instalment, or stays with the lender as the borrower's credit.
 */
export const beyondDueChoices = [
  'next-instalments',
  'shorter-term',
  'lower-instalment',
  'credit',
] as const;
export type BeyondDueChoice = (typeof beyondDueChoices)[number];

/** What is charged beside the schedule, as a fee or as a penalty. */
export const chargeKinds = [
  'late-payment',
  'returned-payment',
  'reminder',
  'legal',
  'service',
  'other',
] as const;
export type ChargeKind = (typeof chargeKinds)[number];

export const contactOutcomes = [
  'answered',
  'no-response',
  'promised',
  'paid',
  'disputed',
  'refused',
  'unreachable',
] as const;

/** Outcomes of an attempt that reached nobody: whatever was open stays open. */
export const openOutcomes = ['no-response', 'unreachable'] as const;

/** Whether we reached out to the borrower or the borrower to us. */
export const contactDirections = ['outgoing', 'incoming'] as const;

/** The kinds of a borrower's ways to be reached, and whose each is. */
export const contactKinds = ['phone', 'email', 'address'] as const;
export const contactLabels = ['mobile', 'home', 'work', 'relative', 'other'] as const;

/** Why a number or an address is no longer used. */
export const retireReasons = ['wrong', 'out-of-use', 'borrower-asked', 'other'] as const;

/** Papers that say who somebody is; the last two are companies’ too. */
export const identityDocumentKinds = [
  'passport',
  'national-id',
  'residence-permit',
  'driving-licence',
  'registration-extract',
  'other',
] as const;

/** Why such a paper counts no longer. */
export const identityEndReasons = ['mistyped', 'replaced', 'expired', 'lost', 'other'] as const;

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

/** What a call of a call centre may come to. A promise is made on the loan, with its amount. */
export const callOutcomes = [
  'answered',
  'no-response',
  'paid',
  'disputed',
  'refused',
  'unreachable',
] as const satisfies readonly (typeof contactOutcomes)[number][];
export type CallOutcome = (typeof callOutcomes)[number];

/** How far somebody's round of calls has come. */
export const callStates = ['ready', 'waits', 'no-consent', 'given-up', 'called'] as const;
export type CallState = (typeof callStates)[number];

/** What people are in a call centre, and what each of these may do there. */
export const callCentreRoles = ['caller', 'lead', 'supervisor'] as const;
export type CallCentreRole = (typeof callCentreRoles)[number];
export const callDuties = [
  'work-calls',
  'manage-patients',
  'manage-members',
  'change-centre',
] as const;
export type CallDuty = (typeof callDuties)[number];

/** As in ISO 8601: 1 is Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** What a day brings on the loans: instalments not paid yet, or promises that were not replaced. */
export const calendarDayKinds = ['due', 'promised'] as const;
export type CalendarDayKind = (typeof calendarDayKinds)[number];
/** What a visitor may write for: an account, an answer, or word of what is to come. */
export const visitorMessageKinds = ['account', 'contact', 'announcement'] as const;
export const visitorOutcomes = ['approved', 'declined', 'done'] as const;

export const taskPriorities = ['low', 'normal', 'high'] as const;
export type TaskPriority = (typeof taskPriorities)[number];
/** Open ones of one's own; those due by today; those of high priority; those given to others; the rest. */
export const taskViews = ['inbox', 'today', 'important', 'given', 'done', 'trash'] as const;
export type TaskView = (typeof taskViews)[number];

export const memoViews = ['all', 'own', 'shared', 'favourite'] as const;
export type MemoView = (typeof memoViews)[number];

/** Where somebody keeps a conversation. */
export const mailPlaces = ['inbox', 'archive', 'trash'] as const;
export type MailPlace = (typeof mailPlaces)[number];
/** `all` is everything but the trash. */
export const mailFolders = [
  'inbox',
  'starred',
  'sent',
  'drafts',
  'archive',
  'trash',
  'all',
] as const;
export type MailFolder = (typeof mailFolders)[number];
/** What a borrower is on a loan beside its first one: who owes it too, or who answers for it. */
export const partyRoles = ['co-borrower', 'guarantor'] as const;
export type PartyRole = (typeof partyRoles)[number];
export const loanRoles = ['first-borrower', ...partyRoles] as const;

/** How an invoice stands. `credited`: another one takes it back; `credit`: it takes another one back. */
export const invoiceStatuses = [
  'draft',
  'issued',
  'part-paid',
  'overdue',
  'paid',
  'credited',
  'void',
  'credit',
] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** The part of an instalment that a line of an invoice asks for. */
export const invoicedParts = ['principal', 'interest', 'fees', 'penalties'] as const;
export type InvoicedPart = (typeof invoicedParts)[number];

export const INVOICE_LINES_MAX = 200;
export const invoiceSorts = ['created', 'due', 'total'] as const;

/** What somebody did on a loan that keeps its import from being undone, most easily cleared first. */
export const importObstacles = [
  'assigned',
  'document-filed',
  'note-written',
  'payment-posted',
  'charge-open',
  'paid-since-update',
  'loss-moved',
  'rescheduled',
  'lost-since-update',
  'rescheduled-since-update',
  'refund-given',
  'contact-logged',
  'promise-taken',
  'party-added',
] as const;
export type ImportObstacle = (typeof importObstacles)[number];

/** How somebody else opened an account, or set or reset something by which it is opened. */
export const openingKinds = [
  'invite-staff',
  'hand-over-invitation',
  'change-email',
  'reset-second-factor',
  'release-recovery',
] as const;
export type OpeningKind = (typeof openingKinds)[number];
