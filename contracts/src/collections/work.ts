import { z } from 'zod';
import { contactChannels } from '../records/closed-channels.ts';
import { contactDirections, contactOutcomes } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { arrearsBucket } from '../servicing/loans.ts';
import { promiseStates } from '../servicing/promises.ts';
import { quietNow } from '../access/quiet-hours.ts';
import {
  amountMinor,
  currency,
  cursor,
  day,
  instant,
  pageLimit,
  positiveOrZeroMinor,
  uuid,
} from '../values.ts';

const loanParams = z.object({ loanId: uuid });

const nextAction = z.object({
  what: z.string(),
  dueOn: day,
  /** When its maker or the loan's agent is reminded; null once that is done, or never. */
  remindAt: instant.nullable(),
  setBy: z.string(),
});

const loanWork = z.object({
  nextAction: nextAction.nullable(),
  /** The loan stays out of the queue until this day. */
  snoozedUntil: day.nullable(),
  /** After a try that reached nobody: until then the loan stays out of the queue. */
  tryAgainAt: instant.nullable(),
  lastContactAt: instant.nullable(),
});
export type LoanWork = z.infer<typeof loanWork>;

export const readLoanWork = endpoint({
  key: 'GET /api/loans/:loanId/work',
  summary: 'What stands next for a loan: the next action, until when it rests, the last contact.',
  access: 'read-loans',
  params: loanParams,
  answer: loanWork,
  failures: ['not_found'],
});
export type ReadLoanWork = typeof readLoanWork;

export const planNextAction = endpoint({
  key: 'PUT /api/loans/:loanId/next-action',
  summary: 'Say what is done next on a loan and when, in place of what was planned before.',
  access: 'work-loans',
  params: loanParams,
  body: z.object({
    /** Null takes the plan back, or says that it is done. */
    action: z
      .object({
        /** Something that can be read; spaces around it are taken off. */
        what: z.string().max(200).regex(/\S/),
        dueOn: day,
        remindAt: instant.nullable(),
      })
      .nullable(),
  }),
  answer: loanWork,
  failures: ['not_found', 'day_passed', 'day_too_far', 'reminder_passed'],
});
export type PlanNextAction = typeof planNextAction;

export const snoozeLoan = endpoint({
  key: 'PUT /api/loans/:loanId/snooze',
  summary: 'Keep a loan out of the queue until a day; null brings it back.',
  access: 'work-loans',
  params: loanParams,
  body: z.object({ until: day.nullable() }),
  answer: loanWork,
  failures: ['not_found', 'day_passed', 'day_too_far'],
});
export type SnoozeLoan = typeof snoozeLoan;

/** Why a loan is in the queue, in the order of the queue. */
export const queueReasons = [
  'promise-broken',
  'try-again',
  'promise-due',
  'due-today',
  'overdue',
  'untouched',
  'next-action',
] as const;

const queueItem = z.object({
  loanId: uuid,
  reference: z.string(),
  borrower: z.string().nullable(),
  /** The one number that is used. */
  phone: z.string().nullable(),
  /** Ways of contact that the borrower no longer agrees to. */
  withdrawnChannels: z.array(z.enum(contactChannels)),
  currency,
  outstandingMinor: positiveOrZeroMinor,
  /** What is due to this day and not paid. */
  dueMinor: positiveOrZeroMinor,
  daysPastDue: z.int(),
  bucket: arrearsBucket,
  /** Every reason, the one that gives it its place first. */
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
  /** Today’s last try that reached nobody; the loan is still open. */
  triedAt: instant.nullable(),
  lastNote: z.object({ text: z.string(), by: z.string(), at: instant }).nullable(),
  /** The last contacts, newest first. */
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

/** What an agent did to a loan today. */
const workedLoan = z.object({
  loanId: uuid,
  reference: z.string(),
  borrower: z.string().nullable(),
  currency,
  /** What came of the last contact; null without one. */
  outcome: z.enum(contactOutcomes).nullable(),
  promisedMinor: positiveOrZeroMinor,
  collectedMinor: positiveOrZeroMinor,
  at: instant,
  /** It is in the queue again, or still. */
  isOpen: z.boolean(),
});
export type WorkedLoan = z.infer<typeof workedLoan>;

export const readQueue = endpoint({
  key: 'GET /api/work/queue',
  summary:
    'The loans an agent should see to today, what matters most first, and how far the day is.',
  access: 'work-loans',
  answer: z.object({
    businessDate: day,
    currency,
    /** The first of them; the others follow as these are done. */
    items: z.array(queueItem),
    left: z.int(),
    quietHours: quietNow,
    /** The loans that the agent has worked today, the latest first. */
    worked: z.array(workedLoan),
    progress: z.object({
      /** Loans that the agent has worked today and that want nothing more of it. */
      done: z.int(),
      contacts: z.int(),
      promises: z.int(),
      collectedMinor: amountMinor,
      /** Of the promises whose day fell into the last 30 days. */
      promisesKept: z.int(),
      promisesSettled: z.int(),
    }),
  }),
  failures: ['not_found'],
});
export type ReadQueue = typeof readQueue;

export const readTeamDesk = endpoint({
  key: 'GET /api/work/desk',
  summary: 'What each agent of the caller’s has to do and has done; who is furthest behind first.',
  access: 'follow-work',
  answer: z.object({
    businessDate: day,
    currency,
    /** An overdue loan without contact or payment for so many days counts as untouched. */
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
        /** Of the promises whose day fell into the last 30 days. */
        promisesKept: z.int(),
        promisesSettled: z.int(),
        /** Whether handing these loans over would wait for a second person. */
        handoverNeedsApproval: z.boolean(),
        /** The agent’s queue is in other hands, or will be. */
        handover: z
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

export const listDuePromises = endpoint({
  key: 'GET /api/work/due-promises',
  summary: 'The promises whose day is today, in the caller’s portfolio or team.',
  access: 'follow-work',
  query: z.object({ after: cursor.optional(), limit: pageLimit.default(8) }),
  answer: z.object({
    currency,
    /** These are of all, whichever page is asked for. */
    count: z.int(),
    kept: z.int(),
    promisedMinor: amountMinor,
    receivedMinor: amountMinor,
    /** A page of them, those that still wait before the others. */
    promises: z.array(
      z.object({
        id: uuid,
        loanId: uuid,
        reference: z.string(),
        borrower: z.string().nullable(),
        agent: z.string().nullable(),
        amountMinor,
        receivedMinor: amountMinor,
        currency,
        state: z.enum(promiseStates),
      }),
    ),
    nextCursor: cursor.nullable(),
  }),
  failures: ['not_found'],
});
export type ListDuePromises = typeof listDuePromises;
