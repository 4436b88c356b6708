import { z } from 'zod';
import { contactChannels } from '../records/closed-channels.ts';
import { contactDirections, contactOutcomes } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { contactPause, newNextAction } from './contact-log.ts';
import { arrearsBucket } from '../servicing/loans.ts';
import { promiseStates } from '../servicing/promises.ts';
import { workStates } from './parked-loans.values.ts';
import { quietHoursNow } from '../access/quiet-hours.ts';
import {
  amountMinor,
  currency,
  day,
  instant,
  namedRef,
  positiveOrZeroMinor,
  uuid,
} from '../values.ts';

const loanParams = z.object({ loanId: uuid });

const nextAction = z.object({
  what: z.string(),
  dueOn: day,
  /**
   * The time of the reminder; null if it was sent or none is planned. It goes to the loan's agent;
   * without an active agent, to the author, otherwise to the team's desk, otherwise to the
   * managers.
   */
  remindAt: instant.nullable(),
  setBy: z.string(),
});

const noteText = z.object({ text: z.string(), by: z.string(), at: instant });

const coverFor = z.object({ agent: z.string(), untilOn: day });

const loanWork = z.object({
  nextAction: nextAction.nullable(),
  /**
   * The loan is out of the queue until this day or an earlier agreed call; null once the day has
   * come.
   */
  snoozedUntil: day.nullable(),
  /** The time agreed for the next call; until then the loan is out of the queue. */
  tryAgainAt: instant.nullable(),
  lastContactAt: instant.nullable(),
});
export type LoanWork = z.infer<typeof loanWork>;

export const readLoanWork = endpoint({
  key: 'GET /api/loans/:loanId/work',
  summary:
    'Get the next action of a loan, its snooze, call, promise, pinned note and next working day.',
  access: 'read-loans',
  params: loanParams,
  answer: loanWork.extend({
    /** The pinned note, to read before the borrower is contacted. */
    pinnedNote: noteText.nullable(),
    /** The absent agent for whom another agent holds the loan; null if the loan is not covered. */
    coverFor: coverFor.nullable(),
    /** The next day and amount of a waiting promise. */
    promise: z.object({ amountMinor, promisedOn: day }).nullable(),
    /** The disputes and other pauses that keep the loan out of the queue. */
    pauses: z.array(contactPause),
    nextWorkingDay: day,
  }),
  failures: ['not_found'],
});
export type ReadLoanWork = typeof readLoanWork;

export const planNextAction = endpoint({
  key: 'PUT /api/loans/:loanId/next-action',
  summary: 'Plan the next action of a loan. Replaces the earlier plan.',
  access: 'work-loans',
  params: loanParams,
  body: z.object({
    /** Null removes the planned action or marks it as done. */
    action: newNextAction.nullable(),
  }),
  answer: loanWork,
  failures: ['not_found', 'day_passed', 'day_too_far', 'reminder_passed'],
});
export type PlanNextAction = typeof planNextAction;

export const snoozeLoan = endpoint({
  key: 'PUT /api/loans/:loanId/snooze',
  summary: 'Snooze a loan in the work queue until a day. Null ends the snooze.',
  access: 'work-loans',
  params: loanParams,
  body: z.object({
    until: day.nullable(),
    /**
     * Sent only to undo a snooze: the time of the call agreed before the snooze, or null. If the
     * loan still has an agreed call, that call remains. Otherwise the earlier call is restored if
     * its time has come and no contact was made after that time.
     */
    tryAgainAt: instant.nullable().optional(),
  }),
  answer: loanWork.extend({
    /** The snooze and the agreed call from before, for the request that undoes this snooze. */
    before: loanWork.pick({ snoozedUntil: true, tryAgainAt: true }),
  }),
  failures: ['not_found', 'day_passed', 'day_too_far'],
});
export type SnoozeLoan = typeof snoozeLoan;

/** Reasons why a loan is in the queue, in the order of the queue. */
export const queueReasons = [
  'try-again',
  'promise-broken',
  'promise-due',
  'due-today',
  'overdue',
  'untouched',
  'next-action',
  'listed',
] as const;

/** Another active loan of a borrower, in the caller's scope, with its state and holder. */
const borrowerLoan = z.object({
  loanId: uuid,
  reference: z.string(),
  currency,
  outstandingMinor: positiveOrZeroMinor,
  /** The unpaid amount due up to today. */
  dueMinor: positiveOrZeroMinor,
  /** The unpaid amount of all instalments. */
  remainingMinor: positiveOrZeroMinor,
  daysPastDue: z.int(),
  bucket: arrearsBucket,
  state: z.enum(workStates),
  /**
   * The promise that still waits for its payment, or a paid settlement that was not yet written
   * off; null if there is none.
   */
  promise: z.object({ amountMinor, promisedOn: day }).nullable(),
  tryAgainAt: instant.nullable(),
  /** The agent who holds the loan; null if there is none. */
  agent: z.string().nullable(),
});
export type BorrowerLoan = z.infer<typeof borrowerLoan>;

export const listBorrowerLoans = endpoint({
  key: 'GET /api/loans/:loanId/borrower-loans',
  summary:
    'List the other active loans of a loan’s borrower in the caller’s scope, longest overdue first.',
  access: 'read-loans',
  params: loanParams,
  answer: z.object({
    /** The first fifty loans. */
    loans: z.array(borrowerLoan),
    count: z.int(),
  }),
  failures: ['not_found'],
});
export type ListBorrowerLoans = typeof listBorrowerLoans;

/** One borrower: the loan that is most urgent, and the borrower's other active loans. */
const queueItem = z.object({
  borrowerId: uuid,
  loanId: uuid,
  reference: z.string(),
  borrower: z.string().nullable(),
  /** The preferred phone number, otherwise the one that was added first; null if there is none. */
  phone: z.string().nullable(),
  /** Channels for which the borrower withdrew consent. */
  withdrawnChannels: z.array(z.enum(contactChannels)),
  currency,
  outstandingMinor: positiveOrZeroMinor,
  /** The unpaid amount due up to today. */
  dueMinor: positiveOrZeroMinor,
  daysPastDue: z.int(),
  bucket: arrearsBucket,
  /** All reasons, the most urgent first. */
  reasons: z.array(z.enum(queueReasons)),
  promise: z
    .object({
      amountMinor,
      receivedMinor: amountMinor,
      promisedOn: day,
      state: z.enum(promiseStates),
    })
    .nullable(),
  nextAction: z.object({ what: z.string(), dueOn: day }).nullable(),
  /** The later of the last contact and the last payment. */
  touchedOn: day.nullable(),
  /**
   * Today’s last attempt on a loan of the borrower that did not reach the borrower, who stays in
   * the queue.
   */
  triedAt: instant.nullable(),
  /** The absent agent for whom this agent holds the loan; null if the loan is not covered. */
  coverFor: coverFor.nullable(),
  /** The time of an agreed call that is now due. */
  tryAgainAt: instant.nullable(),
  pinnedNote: noteText.nullable(),
  /** The newest note that is neither struck nor pinned. */
  lastNote: noteText.nullable(),
  /** The borrower's other active loans that the agent holds, the longest overdue first. */
  otherLoans: z.array(borrowerLoan),
  /**
   * The last contacts about this loan and the others, newest first; a call about several counts
   * once.
   */
  history: z.array(
    z.object({
      id: uuid,
      channel: z.enum(contactChannels),
      direction: z.enum(contactDirections),
      outcome: z.enum(contactOutcomes),
      note: z.string(),
      at: instant,
      by: z.string(),
    }),
  ),
});
export type QueueItem = z.infer<typeof queueItem>;

/** A loan that waits for an agreed call. */
const waitingLoan = z.object({
  loanId: uuid,
  reference: z.string(),
  borrower: z.string().nullable(),
  /** The time at which the loan returns to the queue. */
  tryAgainAt: instant,
});
export type WaitingLoan = z.infer<typeof waitingLoan>;

/** The agreements of an absent agent on a loan that another agent now works. */
const coveredLoan = z.object({
  loanId: uuid,
  reference: z.string(),
  borrower: z.string().nullable(),
  currency,
  /** The promise that still waits for its payment; null if there is none. */
  promise: z.object({ amountMinor, promisedOn: day }).nullable(),
  /** The time of an agreed call. */
  tryAgainAt: instant.nullable(),
  nextAction: z.object({ what: z.string(), dueOn: day }).nullable(),
});
export type CoveredLoan = z.infer<typeof coveredLoan>;

/** A loan that the agent worked on today. */
const workedLoan = z.object({
  loanId: uuid,
  reference: z.string(),
  borrower: z.string().nullable(),
  currency,
  /** Outcome of the agent's last contact today; null if there was none. */
  outcome: z.enum(contactOutcomes).nullable(),
  promisedMinor: positiveOrZeroMinor,
  collectedMinor: positiveOrZeroMinor,
  at: instant,
  /** Whether the loan is in the queue. */
  isOpen: z.boolean(),
  /** The time of an agreed call that is still to come. */
  tryAgainAt: instant.nullable(),
});
export type WorkedLoan = z.infer<typeof workedLoan>;

const agentQueue = z.object({
  businessDate: day,
  currency,
  /** The first borrowers of the queue. Further ones follow as these are done. */
  items: z.array(queueItem),
  /** Number of borrowers in the queue. */
  left: z.int(),
  /** The queues made from views that the agent can work, by name. */
  queues: z.array(namedRef),
  /** The view's queue that the items belong to; null for the agent's own queue. */
  queueId: uuid.nullable(),
  quietHours: quietHoursNow,
  /** The first loans that wait for an agreed call, the next one first. */
  waiting: z.array(waitingLoan),
  waitingCount: z.int(),
  /** The agent's own absence, during which other agents work the loans. */
  absence: z.object({ fromOn: day, untilOn: day, standIns: z.array(z.string()) }).nullable(),
  /** Absences of other agents whose loans the agent works. */
  covers: z.array(
    z.object({
      agent: z.string(),
      untilOn: day,
      loans: z.int(),
      /** The first loans with agreements; `agreedCount` is the number of all. */
      agreed: z.array(coveredLoan),
      agreedCount: z.int(),
    }),
  ),
  /** Loans that the agent worked on today, latest first. */
  worked: z.array(workedLoan),
  progress: z.object({
    /** Number of borrowers that the agent worked on today and that need nothing more. */
    done: z.int(),
    contacts: z.int(),
    promises: z.int(),
    collectedMinor: amountMinor,
    /** Numbers of kept and of settled promises whose day was in the last 30 days. */
    promisesKept: z.int(),
    promisesSettled: z.int(),
    /** The agent's month so far. */
    month: z.object({
      collectedMinor: amountMinor,
      /** The amount to collect in the month; null if none is set. */
      targetMinor: amountMinor.nullable(),
    }),
  }),
});

/** A queue made from a view. If it was removed, the agent's own queue is returned. */
const queueQuery = z.object({ queueId: uuid.optional() });

export const readQueue = endpoint({
  key: 'GET /api/work/queue',
  summary: 'Get the work queue of an agent, most urgent first, with the progress of the day.',
  access: 'work-loans',
  query: queueQuery,
  answer: agentQueue,
  failures: ['not_found'],
});
export type ReadQueue = typeof readQueue;

export const readAgentQueue = endpoint({
  key: 'GET /api/work/agents/:agentId/queue',
  summary: 'Get the work queue of an agent in the caller’s scope as that agent sees it.',
  access: 'follow-work',
  params: z.object({ agentId: uuid }),
  query: queueQuery,
  answer: agentQueue.extend({ agent: namedRef }),
  failures: ['not_found'],
});
export type ReadAgentQueue = typeof readAgentQueue;

export const readTeamDesk = endpoint({
  key: 'GET /api/work/desk',
  summary: 'List the open and completed work of the caller’s agents, furthest behind first.',
  access: 'follow-work',
  answer: z.object({
    businessDate: day,
    currency,
    /** Days without contact or payment after which an overdue loan counts as neglected. */
    neglectedDays: z.int(),
    agents: z.array(
      z.object({
        id: uuid,
        name: z.string(),
        team: z.string().nullable(),
        loans: z.int(),
        outstandingMinor: amountMinor,
        overdue: z.int(),
        overdueMinor: amountMinor,
        neglected: z.int(),
        contactsToday: z.int(),
        contactsWeek: z.int(),
        promisesToday: z.int(),
        promisesWeek: z.int(),
        /** Numbers of kept and of settled promises whose day was in the last 30 days. */
        promisesKept: z.int(),
        promisesSettled: z.int(),
        /** The agent's last audited action; null if there was none. */
        lastActivityAt: instant.nullable(),
        /** The agent's first action of today. */
        startedAt: instant.nullable(),
        /**
         * True in the working hours of a working day if the agent has started today but did nothing
         * in the last hour. Never true during an absence.
         */
        isIdle: z.boolean(),
        /**
         * True if there was no action by the start of work on a working day. Never true during an
         * absence.
         */
        isLateStart: z.boolean(),
        collectedMonthMinor: amountMinor,
        /** The amount to collect in this month; null if none is set. */
        targetMinor: amountMinor.nullable(),
        /** Whether an absence cover of these loans needs approval. */
        absenceCoverNeedsApproval: z.boolean(),
        /** The current or planned absence cover of the agent’s loans. */
        absenceCover: z
          .object({
            id: uuid,
            fromOn: day,
            untilOn: day,
            isRunning: z.boolean(),
            standIns: z.array(z.string()),
          })
          .nullable(),
      }),
    ),
  }),
  failures: ['not_found'],
});
export type ReadTeamDesk = typeof readTeamDesk;
