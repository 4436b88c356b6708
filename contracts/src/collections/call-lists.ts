import { z } from 'zod';
import { callPresets } from './call-centres.ts';
import { callOutcomes, callStates } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { languages } from '../languages.ts';
import { instant, uuid } from '../values.ts';

const call = z.object({
  id: uuid,
  attempt: z.int(),
  outcome: z.enum(callOutcomes),
  note: z.string(),
  calledAt: instant,
  loggedBy: z.string(),
});
export type PatientCall = z.infer<typeof call>;

/** The next patient to call, reserved for one member. */
const offer = z.object({
  patientId: uuid,
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  language: z.enum(languages),
  note: z.string(),
  /** `ready`, or the reason why the offered call is no longer allowed. */
  state: z.enum(callStates),
  isLinked: z.boolean(),
  /** A loan of the linked borrower, if the caller may see it. */
  loanId: uuid.nullable(),
  /** The number of this attempt among those that the preset allows. */
  attempt: z.int(),
  offeredAt: instant,
  offeredUntil: instant,
  calls: z.array(call),
});
export type CallOffer = z.infer<typeof offer>;

const callList = z.object({
  timeZone: z.string(),
  preset: callPresets.read.answer.pick({
    name: true,
    script: true,
    attempts: true,
    retryMinutes: true,
    hours: true,
    outcomes: true,
  }),
  /** Whether the preset's hours apply now in the call centre's time zone, and when that changes. */
  isOpen: z.boolean(),
  turnsAt: instant,
  /** Patients by state. */
  counts: z.record(z.enum(callStates), z.int()),
  /** Numbers of ready patients: those offered to another member, and those in quiet hours. */
  withOthers: z.int(),
  inQuietHours: z.int(),
  quietUntil: instant.nullable(),
  /** When the next waiting patient is due again. */
  nextRetryAt: instant.nullable(),
  /** Whether the call centre may offer calls to the user. */
  mayCall: z.boolean(),
  offer: offer.nullable(),
});
export type CallList = z.infer<typeof callList>;

const centreParams = z.object({ centreId: uuid });

export const readCallList = endpoint({
  key: 'GET /api/call-centres/:centreId/call-list',
  summary: 'Get the progress of a call centre and the call that is offered to the caller.',
  access: 'read-call-centres',
  params: centreParams,
  answer: callList,
  failures: ['not_found'],
});
export type ReadCallList = typeof readCallList;

export const offerCall = endpoint({
  key: 'POST /api/call-centres/:centreId/next-call',
  summary:
    'Offer the caller the next due call for half an hour. Returns the caller’s current offer if there is one, and none outside the hours of the preset.',
  access: 'work-call-centres',
  params: centreParams,
  answer: callList,
  failures: ['not_found', 'duty_missing'],
});
export type OfferCall = typeof offerCall;

const patientParams = z.object({ patientId: uuid });

export const putCallBack = endpoint({
  key: 'POST /api/call-centre-patients/:patientId/put-back',
  summary: 'Return an offered call without calling, so that others can take it.',
  access: 'work-call-centres',
  params: patientParams,
  answer: z.object({ isPutBack: z.boolean() }),
  failures: ['not_found', 'call_not_offered'],
});
export type PutCallBack = typeof putCallBack;

export const logCall = endpoint({
  key: 'POST /api/call-centre-patients/:patientId/calls',
  summary:
    'Log the outcome of the call that is offered to the caller. The outcome decides whether the call is repeated.',
  access: 'work-call-centres',
  params: patientParams,
  body: z.object({
    /** The client creates this id with the offer and repeats it on every retry. */
    id: uuid,
    outcome: z.enum(callOutcomes),
    note: z.string().max(2000).default(''),
    /**
     * Seconds since the call began, by the client's clock. If that is before the offer, the call
     * counts as begun at the time of the offer.
     */
    secondsAgo: z.int().min(0).max(86_400).default(0),
    /** True if the patient asked not to be called again. */
    withdrawsConsent: z.boolean().default(false),
  }),
  answer: z.object({ call, replayed: z.boolean() }),
  failures: [
    'not_found',
    'id_reused_with_different_content',
    'duty_missing',
    'call_not_offered',
    'attempts_used_up',
    'outcome_not_allowed',
    'centre_closed',
    'consent_missing',
    'consent_withdrawn',
    'quiet_hours',
  ],
});
export type LogCall = typeof logCall;

export const listPatientCalls = endpoint({
  key: 'GET /api/call-centre-patients/:patientId/calls',
  summary: 'List the calls to a patient, latest first.',
  access: 'read-call-centres',
  params: patientParams,
  answer: z.object({ calls: z.array(call) }),
  failures: ['not_found'],
});
export type ListPatientCalls = typeof listPatientCalls;

export const callAgain = endpoint({
  key: 'POST /api/call-centre-patients/:patientId/call-again',
  summary: 'Start another round of calls to a patient whose round is over.',
  access: 'work-call-centres',
  params: patientParams,
  answer: z.object({ isBegun: z.boolean() }),
  failures: ['not_found', 'duty_missing'],
});
export type CallAgain = typeof callAgain;
