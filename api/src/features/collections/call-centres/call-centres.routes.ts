import {
  callRecordCalls,
  changeCallDuty as changeDutyContract,
  listCallDuties,
  listCandidates,
  listPatientConsents,
  recordPatientConsent as consentContract,
  type CallKind,
} from '@bursar/contracts/collections/call-centres';
import {
  callAgain as callAgainContract,
  listPatientCalls,
  logCall as logCallContract,
  offerCall as offerCallContract,
  putCallBack as putBackContract,
  readCallList as readCallListContract,
} from '@bursar/contracts/collections/call-lists';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { inPortfolio } from '../../../platform/command-context.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import type { Session } from '../../../platform/session.ts';
import { listCallsTo } from './call-list.store.ts';
import { findCallRecord, listCallRecords } from './call-records.store.ts';
import { changeCallDuty } from './change-call-duty.ts';
import { listDuties, listPeople } from './duties.store.ts';
import { changeCallRecord, createCallRecord } from './keep-call-record.ts';
import { logCall } from './log-call.ts';
import { callAgain, offerCall, putCallBack, readCallList } from './offer-call.ts';
import { listConsentsOf } from './patient-consents.store.ts';
import { recordPatientConsent } from './record-patient-consent.ts';

export function bindCallCentreRoutes(platform: Platform): void {
  bindRecords(platform, 'centre');
  bindRecords(platform, 'preset');
  bindRecords(platform, 'member');
  bindRecords(platform, 'patient');
  bindPatientRoutes(platform);
  bindDutyRoutes(platform);
  bindCallRoutes(platform);
}

/**
 * Binds the endpoints that list, read, create and change the records of one kind. The kinds differ
 * only in the view and the checks.
 */
function bindRecords(platform: Platform, kind: CallKind): void {
  const { database, clock } = platform;
  const { list, read, create, change } = callRecordCalls[kind];

  bindEndpoint(platform, list, async ({ query, session: { scope } }) => {
    const viewer = { scope, now: clock.now(), question: query };
    const page = await listCallRecords(database, kind, viewer);
    // The view selects only rows of this kind; the generic type cannot express that.
    return succeed(page as AnswerOf<typeof list>);
  });

  bindEndpoint(platform, read, async ({ params, session: { scope } }) => {
    const viewer = { scope, now: clock.now(), id: idOf(params) };
    const record = await findCallRecord(database, kind, viewer);
    return record ? succeed(record) : refuse('not_found');
  });

  bindEndpoint(platform, create, ({ body: { id, ...values }, context }) =>
    inPortfolio(context, (own) => createCallRecord(database, kind, { id, values }, own)),
  );

  bindEndpoint(platform, change, ({ params, body, context }) => {
    const { isArchived, version, ...values } = body;
    const command = { id: idOf(params), values, isArchived, version };
    return inPortfolio(context, (own) => changeCallRecord(database, kind, command, own));
  });
}

/**
 * Returns the id of the record in the path of a request. It is the only parameter, but each kind
 * names it differently.
 */
const idOf = (params: Readonly<Record<string, string>>): string => Object.values(params)[0] ?? '';

function bindPatientRoutes(platform: Platform): void {
  const { database, clock } = platform;
  const find = (scope: Session['scope'], id: string) =>
    findCallRecord(database, 'patient', { scope, now: clock.now(), id });

  bindEndpoint(platform, listPatientConsents, async ({ params, session: { scope } }) => {
    const patient = await find(scope, params.patientId);
    if (!patient) return refuse('not_found');
    const key = { portfolioId: patient.portfolio.id, patientId: patient.id };
    return succeed({ consents: await listConsentsOf(database, key) });
  });

  bindEndpoint(platform, listPatientCalls, async ({ params, session: { scope } }) => {
    const patient = await find(scope, params.patientId);
    if (!patient) return refuse('not_found');
    const key = { portfolioId: patient.portfolio.id, patientId: patient.id };
    return succeed({ calls: await listCallsTo(database, key) });
  });

  bindEndpoint(platform, consentContract, ({ params, body, context }) =>
    inPortfolio(context, (own) => recordPatientConsent(database, { ...body, ...params }, own)),
  );
}

function bindDutyRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listCallDuties, async ({ session: { scope } }) =>
    succeed({ portfolios: await listDuties(database, scope) }),
  );

  bindEndpoint(platform, changeDutyContract, ({ params, body, context }) =>
    inPortfolio(context, (own) => {
      const change = { role: params.centreRole, duty: params.duty, granted: body.granted };
      return changeCallDuty(database, change, own);
    }),
  );

  bindEndpoint(platform, listCandidates, async ({ query: { q }, session: { portfolio } }) =>
    succeed({
      people: portfolio ? await listPeople(database, { portfolioId: portfolio.id, q }) : [],
    }),
  );
}

function bindCallRoutes(platform: Platform): void {
  const { database, clock } = platform;

  bindEndpoint(platform, readCallListContract, ({ params, session }) =>
    readCallList(database, { ...params, session, now: clock.now() }),
  );

  bindEndpoint(platform, offerCallContract, ({ params, session, context }) =>
    inPortfolio(context, (own) => offerCall(database, params.centreId, { ...own, session })),
  );

  bindEndpoint(platform, putBackContract, ({ params, context }) =>
    inPortfolio(context, (own) => putCallBack(database, params.patientId, own)),
  );

  bindEndpoint(platform, logCallContract, ({ params, body, context }) =>
    inPortfolio(context, (own) => logCall(database, { ...body, ...params }, own)),
  );

  bindEndpoint(platform, callAgainContract, ({ params, context }) =>
    inPortfolio(context, (own) => callAgain(database, params.patientId, own)),
  );
}
