import { z } from 'zod';
import {
  callCentreRoles,
  callDuties,
  callOutcomes,
  callStates,
  consentMeans,
  consentStates,
} from '../choices.ts';
import { endpoint, type AnswerOf } from '../endpoint.ts';
import type { FailureCode } from '../failure-status.ts';
import { languages } from '../languages.ts';
import type { Permission } from '../access/permissions.ts';
import { roles } from '../roles.ts';
import { cursor, day, instant, nameText, namedRef, pageLimit, uuid, version } from '../values.ts';

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const name = nameText.max(120);

const callSpan = z.object({ opensAt: timeOfDay, closesAt: timeOfDay });
export type CallSpan = z.infer<typeof callSpan>;

/**
 * The input fields of each kind of record. The API, SQL, audit and form checks derive from them: a
 * new field needs a column of the same name in the kind's table.
 */
const inputs = {
  centre: z.object({
    name,
    timeZone: z.string().max(60),
    phone: z.string().max(40).default(''),
    presetId: uuid,
  }),
  preset: z.object({
    name,
    /** The text that the caller reads out. */
    script: z.string().max(8000),
    attempts: z.int().min(1).max(20),
    retryMinutes: z.int().min(1).max(43_200),
    /**
     * Opening hours of each weekday from Monday, in the call centre's time zone; null if closed.
     */
    hours: z.array(callSpan.nullable()).length(7),
    outcomes: z.array(z.enum(callOutcomes)).min(1).max(callOutcomes.length),
  }),
  member: z.object({ centreId: uuid, accountId: uuid, role: z.enum(callCentreRoles) }),
  patient: z.object({
    centreId: uuid,
    name,
    phone: z.string().max(40),
    email: z.string().max(254).default(''),
    language: z.enum(languages).default('en'),
    note: z.string().max(2000).default(''),
    borrowerId: uuid.nullable().default(null),
  }),
};
export const callRecordInputs = inputs;

/** Fields that the server adds. */
const kept = z.object({
  id: uuid,
  portfolio: namedRef,
  isArchived: z.boolean(),
  createdAt: instant,
  version,
});

type Kind<Path, Param, Row, Inputs, Question, Refused> = {
  readonly path: Path;
  readonly param: Param;
  /** Singular and plural of the record's name, for the summaries. */
  readonly words: readonly [string, string];
  readonly createdWith: Permission;
  readonly changedWith: Permission;
  readonly inputs: Inputs;
  /** Fields shown in addition to the inputs. */
  readonly shown: Row;
  readonly question: Question;
  /** Failures in the order in which they are checked. */
  readonly refused: Refused;
};

/**
 * Builds the four API calls of a kind of record. The call that changes a record can also archive or
 * restore it.
 */
function callsOf<
  const Path extends string,
  const Param extends string,
  Row extends z.ZodRawShape,
  Inputs extends z.ZodRawShape,
  Question extends z.ZodRawShape,
  const Refused extends readonly FailureCode[],
>(kind: Kind<Path, Param, Row, Inputs, Question, Refused>) {
  const { path, param, words, createdWith, changedWith } = kind;
  const [one, several] = words;
  const row = z.object({ ...kept.shape, ...kind.inputs, ...kind.shown });
  // The only key is the name of the record's path parameter.
  const params = z.object({ [param]: uuid } as Record<Param, typeof uuid>);
  return {
    refused: kind.refused,
    list: endpoint({
      key: `GET /api/${path}` as const,
      summary: `List ${several} in the caller’s scope by name, in pages.`,
      access: 'read-call-centres',
      query: z.object({
        ...kind.question,
        q: z.string().max(100).optional(),
        state: z.enum(['current', 'archived']).default('current'),
        after: cursor.optional(),
        limit: pageLimit.default(50),
      }),
      answer: z.object({
        rows: z.array(row),
        /** Total number of matches. */
        count: z.int(),
        nextCursor: z.string().nullable(),
      }),
      failures: [],
    }),
    read: endpoint({
      key: `GET /api/${path}/:${param}` as const,
      summary: `Get a ${one} in the caller’s scope.`,
      access: 'read-call-centres',
      params,
      answer: row,
      failures: ['not_found'],
    }),
    create: endpoint({
      key: `POST /api/${path}` as const,
      summary: `Create a ${one}. The client creates the id and uses it again on each retry.`,
      access: createdWith,
      body: z.object({ ...kind.inputs, id: uuid }),
      answer: row,
      failures: [...kind.refused, 'id_reused_with_different_content'],
    }),
    change: endpoint({
      key: `PUT /api/${path}/:${param}` as const,
      summary: `Update, archive or restore a ${one}. Fails if it changed since it was read.`,
      access: changedWith,
      params,
      body: z.object({ ...kind.inputs, isArchived: z.boolean().default(false), version }),
      answer: row,
      failures: ['not_found', ...kind.refused, 'changed_since'],
    }),
  };
}

export const callCentres = callsOf({
  path: 'call-centres',
  param: 'centreId',
  words: ['call centre', 'call centres'],
  createdWith: 'manage-call-centres',
  changedWith: 'work-call-centres',
  inputs: inputs.centre.shape,
  shown: {
    presetName: z.string(),
    members: z.int(),
    patients: z.int(),
    /** The caller's duties in the call centre. */
    duties: z.array(z.enum(callDuties)),
  },
  question: {},
  refused: [
    'duty_missing',
    'name_missing',
    'time_zone_unknown',
    'phone_not_valid',
    'preset_not_found',
    'name_already_used',
  ],
});

export const callPresets = callsOf({
  path: 'call-centre-presets',
  param: 'presetId',
  words: ['preset', 'presets'],
  createdWith: 'manage-call-centres',
  changedWith: 'manage-call-centres',
  inputs: inputs.preset.shape,
  shown: {
    /** Number of call centres that use the preset, without archived ones. */
    centres: z.int(),
  },
  question: {},
  refused: [
    'name_missing',
    'text_missing',
    'hours_upside_down',
    'never_open',
    'preset_in_use',
    'name_already_used',
  ],
});

export const callMembers = callsOf({
  path: 'call-centre-members',
  param: 'memberId',
  words: ['member of a call centre', 'members of call centres'],
  createdWith: 'work-call-centres',
  changedWith: 'work-call-centres',
  inputs: inputs.member.shape,
  shown: { name: z.string(), email: z.string(), centreName: z.string() },
  question: { centreId: uuid.optional(), role: z.enum(callCentreRoles).optional() },
  refused: ['centre_not_found', 'duty_missing', 'person_not_found', 'already_a_member'],
});

export const patients = callsOf({
  path: 'call-centre-patients',
  param: 'patientId',
  words: ['patient', 'patients'],
  createdWith: 'work-call-centres',
  changedWith: 'work-call-centres',
  inputs: inputs.patient.shape,
  shown: {
    centreName: z.string(),
    /** The linked borrower and one of their loans, if the caller may see one. */
    borrowerName: z.string().nullable(),
    loanId: uuid.nullable(),
    /** The latest consent to calls. */
    consent: z.enum(consentStates).nullable(),
    consentOn: day.nullable(),
    attempts: z.int(),
    lastCalledAt: instant.nullable(),
    calls: z.enum(callStates),
  },
  question: { centreId: uuid.optional(), calls: z.enum(callStates).optional() },
  refused: [
    'centre_not_found',
    'duty_missing',
    'name_missing',
    'phone_not_valid',
    'email_not_valid',
    'borrower_not_found',
    'call_on_offer',
  ],
});

export type CallCentre = AnswerOf<typeof callCentres.read>;
export type CallPreset = AnswerOf<typeof callPresets.read>;
export type CallMember = AnswerOf<typeof callMembers.read>;
export type Patient = AnswerOf<typeof patients.read>;

export const listCandidates = endpoint({
  key: 'GET /api/call-centre-candidates',
  summary: 'List people of the caller’s portfolio who can become call-centre members, by name.',
  access: 'work-call-centres',
  query: z.object({ q: z.string().max(100).default('') }),
  answer: z.object({
    people: z.array(
      z.object({ id: uuid, name: z.string(), email: z.string(), role: z.enum(roles) }),
    ),
  }),
  failures: [],
});
export type ListCandidates = typeof listCandidates;

const patientParams = z.object({ patientId: uuid });

const patientConsent = z.object({
  id: uuid,
  state: z.enum(consentStates),
  means: z.enum(consentMeans),
  /** The day on which the patient gave or withdrew consent. */
  agreedOn: day,
  recordedBy: z.string(),
  recordedAt: instant,
});
export type PatientConsent = z.infer<typeof patientConsent>;

export const listPatientConsents = endpoint({
  key: 'GET /api/call-centre-patients/:patientId/consents',
  summary: 'List when a patient gave or withdrew consent to calls, latest first.',
  access: 'read-call-centres',
  params: patientParams,
  answer: z.object({ consents: z.array(patientConsent) }),
  failures: ['not_found'],
});
export type ListPatientConsents = typeof listPatientConsents;

export const recordPatientConsent = endpoint({
  key: 'POST /api/call-centre-patients/:patientId/consents',
  summary: 'Record that a patient gave or withdrew consent to calls.',
  access: 'work-call-centres',
  params: patientParams,
  /** The client creates the id and repeats it on every retry. */
  body: patientConsent.omit({ recordedBy: true, recordedAt: true }),
  answer: z.object({ id: uuid, replayed: z.boolean() }),
  failures: ['not_found', 'duty_missing', 'consent_in_future', 'id_reused_with_different_content'],
});
export type RecordPatientConsent = typeof recordPatientConsent;

const grant = z.object({
  role: z.enum(callCentreRoles),
  duty: z.enum(callDuties),
  granted: z.boolean(),
  grantedByDefault: z.boolean(),
});

export const listCallDuties = endpoint({
  key: 'GET /api/call-centre-duties',
  summary: 'List the duties of each call-centre role, for each portfolio in the caller’s scope.',
  access: 'read-call-centres',
  answer: z.object({
    portfolios: z.array(namedRef.extend({ grants: z.array(grant) })),
  }),
  failures: [],
});
export type ListCallDuties = typeof listCallDuties;

export const changeCallDuty = endpoint({
  key: 'PUT /api/call-centre-duties/:centreRole/:duty',
  summary: 'Grant or revoke a duty of a call-centre role. Takes effect at once.',
  access: 'manage-call-centres',
  params: z.object({ centreRole: z.enum(callCentreRoles), duty: z.enum(callDuties) }),
  body: z.object({ granted: z.boolean() }),
  answer: z.object({ granted: z.boolean() }),
  failures: ['not_found'],
});
export type ChangeCallDuty = typeof changeCallDuty;

/** The duties of each role, unless a portfolio changes them. */
export const dutiesByDefault: Readonly<
  Record<(typeof callCentreRoles)[number], readonly (typeof callDuties)[number][]>
> = {
  caller: ['work-calls'],
  lead: ['work-calls', 'manage-patients'],
  supervisor: ['work-calls', 'manage-patients', 'manage-members', 'change-centre'],
};

/** The API calls, inputs and answer of each kind of record. */
export const callRecordCalls = {
  centre: callCentres,
  preset: callPresets,
  member: callMembers,
  patient: patients,
};
export type CallRecordCalls = typeof callRecordCalls;
export type CallKind = keyof CallRecordCalls;
export type CallInputs = { readonly [K in CallKind]: z.output<(typeof inputs)[K]> };
export type CallRecords = { readonly [K in CallKind]: AnswerOf<CallRecordCalls[K]['read']> };
