import { LOAN_STATES, type LifecycleEvent, type LoanState } from '@bursar/loan-maths/lifecycle';

/**
 * Choices of fields, in a file that does not import zod. The API checks against these lists, and
 * screens show them in this order. The types derive from the lists, so code that misses a choice
 * does not compile.
 */

export const loanStatuses = LOAN_STATES;
export type LoanStatus = LoanState;

/**
 * The states of an application. After disbursement it is active; later states are those of its
 * loan.
 */
export const applicationStatuses = [
  'submitted',
  'approved',
  'active',
  'rejected',
  'withdrawn',
] as const satisfies readonly LoanState[];
export type ApplicationStatus = (typeof applicationStatuses)[number];

/** Events that move an application from one state to another. */
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
 * Filters by work on a loan: `neglected` finds overdue loans without contact or payment for some
 * days (see `NEGLECTED_DAYS` in the API), `contacted` and `promised` find loans with a contact or a
 * promise since Monday.
 */
export const loanWorkFilters = ['neglected', 'contacted', 'promised'] as const;

/** Ways to make a payment or a refund. */
export const paymentMethods = [
  'bank-transfer',
  'direct-debit',
  'card',
  'cash',
  'cheque',
  'other',
] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** The source of a payment: money received, or the borrower's credit balance. */
export const paymentSources = [...paymentMethods, 'credit'] as const;
export type PaymentSource = (typeof paymentSources)[number];

/**
 * The treatment of money beyond what is due: it pays the next instalments, prepays principal for a
 * shorter term or a lower instalment, or becomes the borrower's credit.
 */
export const overpaymentChoices = [
  'next-instalments',
  'shorter-term',
  'lower-instalment',
  'credit',
] as const;
export type OverpaymentChoice = (typeof overpaymentChoices)[number];

/** Reasons for a fee or penalty outside the schedule. */
export const chargeKinds = [
  'late-payment',
  'returned-payment',
  'reminder',
  'legal',
  'service',
  'other',
] as const;
export type ChargeKind = (typeof chargeKinds)[number];

/** The outcomes of a contact attempt; `contact-outcomes.ts` defines their effects. */
export const contactOutcomes = [
  'answered',
  'promised',
  'paid',
  'call-back',
  'no-response',
  'wrong-number',
  'third-party',
  'disputed',
  'refused',
  'hardship',
  'deceased',
  'unreachable',
] as const;

/** States of a loan's current promise, as a filter; a replaced promise is not current. */
export const promiseFilters = ['waiting', 'kept', 'partly-kept', 'broken', 'none'] as const;

/** Whether staff contacted the borrower or the borrower contacted them. */
export const contactDirections = ['outgoing', 'incoming'] as const;

/** Kinds and labels of a borrower's contact details. */
export const contactKinds = ['phone', 'email', 'address'] as const;
export const contactLabels = ['mobile', 'home', 'work', 'relative', 'other'] as const;

/** Reasons to retire a phone number or an address. */
export const retireReasons = ['wrong', 'out-of-use', 'borrower-asked', 'other'] as const;

/** Kinds of identity documents. Companies can have the last two. */
export const identityDocumentKinds = [
  'passport',
  'national-id',
  'residence-permit',
  'driving-licence',
  'registration-extract',
  'other',
] as const;

/** Reasons to end an identity document. */
export const identityEndReasons = ['mistyped', 'replaced', 'expired', 'lost', 'other'] as const;

export const consentStates = ['given', 'withdrawn'] as const;
export const consentMeans = ['spoken', 'written', 'contract', 'other'] as const;

/** Colours of the interface's palette; a tag cannot have another one. */
export const tagColours = ['lapis', 'sky', 'teal', 'ochre', 'violet', 'slate'] as const;

/** Rules for distributing loans over several targets. */
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

/** Filters by a part of a row, such as a phone number: rows that have it, or rows that do not. */
export const someOrNone = ['some', 'none'] as const;

/** A `failed` email is tried again, each time after twice the delay, until it is given up. */
export const outboxStates = ['waiting', 'sent', 'failed'] as const;

/**
 * Outcomes of a call-centre call. `promised` is missing, because a promise is recorded on the loan
 * with its amount.
 */
export const callOutcomes = [
  'answered',
  'no-response',
  'paid',
  'disputed',
  'refused',
  'unreachable',
] as const satisfies readonly (typeof contactOutcomes)[number][];
export type CallOutcome = (typeof callOutcomes)[number];

/** The state of a patient in a call list. */
export const callStates = ['ready', 'waits', 'no-consent', 'given-up', 'called'] as const;
export type CallState = (typeof callStates)[number];

/** The roles in a call centre, and the duties that they may have. */
export const callCentreRoles = ['caller', 'lead', 'supervisor'] as const;
export type CallCentreRole = (typeof callCentreRoles)[number];
export const callDuties = [
  'work-calls',
  'manage-patients',
  'manage-members',
  'change-centre',
] as const;
export type CallDuty = (typeof callDuties)[number];

/** ISO 8601 numbers: 1 is Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Loan days that the calendar shows: unpaid instalments, or promises that were not replaced. */
export const calendarDayKinds = ['due', 'promised'] as const;
export type CalendarDayKind = (typeof calendarDayKinds)[number];
/**
 * Purposes of a visitor's message: to request an account, to ask a question, or to subscribe to
 * news about Bursar.
 */
export const enquiryKinds = ['account', 'contact', 'announcement'] as const;
export const enquiryOutcomes = ['approved', 'declined', 'done'] as const;

export const taskPriorities = ['low', 'normal', 'high'] as const;
export type TaskPriority = (typeof taskPriorities)[number];
/**
 * `inbox` has the open tasks that are assigned to the user, `today` those due by today, `important`
 * those of high priority; `given` has the open tasks that the user assigned to others.
 */
export const taskViews = ['inbox', 'today', 'important', 'given', 'done', 'trash'] as const;
export type TaskView = (typeof taskViews)[number];

export const personalNoteViews = ['all', 'own', 'shared', 'favourite'] as const;
export type PersonalNoteView = (typeof personalNoteViews)[number];

/** The folder of a mail conversation; each reader has a separate one. */
export const mailPlaces = ['inbox', 'archive', 'trash'] as const;
export type MailPlace = (typeof mailPlaces)[number];
/** `all` contains every conversation outside the trash. */
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
/** Roles of further parties: a co-borrower also owes the loan, a guarantor guarantees it. */
export const partyRoles = ['co-borrower', 'guarantor'] as const;
export type PartyRole = (typeof partyRoles)[number];
export const loanRoles = ['first-borrower', ...partyRoles] as const;

/**
 * The status of an invoice. `credited`: a credit note cancels it; `credit`: it is a credit note.
 */
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

/** The part of an instalment that an invoice line charges. */
export const invoicedParts = ['principal', 'interest', 'fees', 'penalties'] as const;
export type InvoicedPart = (typeof invoicedParts)[number];

export const INVOICE_LINES_MAX = 200;
export const invoiceSorts = ['created', 'due', 'total'] as const;

/** Activity on a loan that prevents the undo of its import, easiest to clear first. */
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
  'number-taken-since-update',
  'refund-given',
  'contact-logged',
  'message-sent',
  'promise-taken',
  'party-added',
  'collateral-held',
  'invoice-open',
] as const;
export type ImportObstacle = (typeof importObstacles)[number];

/**
 * Ways in which another user or the operator of the server gave access to an account or changed its
 * means of sign-in.
 */
export const openingKinds = [
  'invite-staff',
  'hand-over-invitation',
  'change-email',
  'reset-second-factor',
  'release-recovery',
] as const;
export type OpeningKind = (typeof openingKinds)[number];
