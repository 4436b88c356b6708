import type {
  CallAgain,
  CallList,
  OfferCall,
  PutCallBack,
  ReadCallList,
} from '@bursar/contracts/collections/call-lists';
import { callStates } from '@bursar/contracts/choices';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Queryable, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Session } from '../../../platform/session.ts';
import { quietHoursNow } from '../../servicing/loans/quiet-hours-now.ts';
import { hoursAt } from './call-hours.ts';
import {
  dropOffer,
  findCalledLoan,
  findOffer,
  findSteering,
  listCallsTo,
  lockCaller,
  lockPatient,
  restartRound,
  takeNextCall,
  tallyCalls,
  type CallSteering,
} from './call-list.store.ts';
import { findWorkedCentre, type WorkedCentre } from './duties.store.ts';

/** Minutes after which an unused offer can go to another member. */
const OFFER_MINUTES = 30;

type Asking = {
  readonly session: Pick<Session, 'scope' | 'account' | 'permissions'>;
  readonly now: Date;
  readonly centreId: string;
};

/** Returns the counts of a centre's calls by state, and the call offered to the caller. */
export async function readCallList(
  database: Database,
  asking: Asking,
): Promise<Outcome<AnswerOf<ReadCallList>, FailureOf<ReadCallList>>> {
  const { session, centreId } = asking;
  const [steering, centre] = await Promise.all([
    findSteering(database, { scope: session.scope, centreId }),
    findWorkedCentre(database, { scope: session.scope, centreId }),
  ]);
  if (!steering || !centre) return refuse('not_found');
  return succeed(await callListOf(database, asking, { steering, centre }));
}

type Found = { readonly steering: CallSteering; readonly centre: WorkedCentre };

async function callListOf(
  sql: Queryable,
  { session, now, centreId }: Asking,
  { steering, centre }: Found,
): Promise<CallList> {
  const { portfolioId, timeZone, quietHours, ...preset } = steering;
  const { scope, account, permissions } = session;
  const calling = { portfolioId, centreId, accountId: account.id, now };
  const tally = await tallyCalls(sql, calling);
  const held = await findOffer(sql, calling);
  const { isOpen, turnsAt } = hoursAt(preset, { timeZone, now });
  const quiet = quietHoursNow(quietHours, now);
  const ready = tally.find(({ calls }) => calls === 'ready');
  const waiting = tally.find(({ calls }) => calls === 'waits');
  return {
    timeZone,
    preset,
    isOpen,
    turnsAt: turnsAt.toISOString(),
    // The entries are built from `callStates`, so every state is a key.
    counts: Object.fromEntries(
      callStates.map((state) => [state, tally.find(({ calls }) => calls === state)?.people ?? 0]),
    ) as CallList['counts'],
    withOthers: ready?.withOthers ?? 0,
    inQuietHours: quiet.isQuiet ? (ready?.linked ?? 0) : 0,
    quietUntil: quiet.isQuiet
      ? new Date(now.getTime() + quiet.minutesLeft * 60_000).toISOString()
      : null,
    nextRetryAt: waiting?.nextRetryAt ?? null,
    mayCall: permissions.has('work-call-centres') && mayCallIn(centre),
    offer: held && (await offerOf(sql, { scope, portfolioId, held })),
  };
}

const mayCallIn = ({ isArchived, duties }: WorkedCentre): boolean =>
  !isArchived && duties.includes('work-calls');

type Held = {
  readonly scope: Session['scope'];
  readonly portfolioId: string;
  readonly held: NonNullable<Awaited<ReturnType<typeof findOffer>>>;
};

async function offerOf(sql: Queryable, { scope, portfolioId, held }: Held) {
  const { borrowerId, ...offer } = held;
  const { patientId } = offer;
  const called =
    borrowerId === null ? null : await findCalledLoan(sql, { scope, portfolioId, borrowerId });
  return {
    ...offer,
    loanId: called?.loanId ?? null,
    calls: await listCallsTo(sql, { portfolioId, patientId }),
  };
}

type Offered = Outcome<AnswerOf<OfferCall>, FailureOf<OfferCall>>;

/**
 * Offers the caller the next due call, which no other member then gets. A call that is already
 * offered and still due stays; outside the opening hours, no new call is offered.
 */
export function offerCall(
  database: Database,
  centreId: string,
  context: PortfolioContext & { readonly session: Asking['session'] },
): Promise<Offered> {
  const { session, now } = context;
  const { scope, account } = session;
  return database.begin(async (transaction): Promise<Offered> => {
    const steering = await findSteering(transaction, { scope, centreId });
    const centre = await findWorkedCentre(transaction, { scope, centreId });
    if (!steering || !centre) return refuse('not_found');
    if (!mayCallIn(centre)) return refuse('duty_missing');
    await lockCaller(transaction, account.id);
    const calling = { ...steering, centreId, accountId: account.id, now };
    const held = await findOffer(transaction, calling);
    if (held?.state !== 'ready') {
      await dropOffer(transaction, calling);
      if (hoursAt(steering, calling).isOpen) await offerNext(transaction, calling, context);
    }
    return succeed(await callListOf(transaction, { session, now, centreId }, { steering, centre }));
  });
}

async function offerNext(
  transaction: Transaction,
  calling: CallSteering & { centreId: string; accountId: string; now: Date },
  context: PortfolioContext,
): Promise<void> {
  const { portfolioId, quietHours, now } = calling;
  const until = new Date(now.getTime() + OFFER_MINUTES * 60_000);
  const { isQuiet } = quietHoursNow(quietHours, now);
  const patientId = await takeNextCall(transaction, { ...calling, until, isQuiet });
  if (patientId === null) return;
  await auditCommand(transaction, context, {
    portfolioId,
    event: 'offer-call',
    subject: 'patient',
    subjectId: patientId,
    after: { offeredUntil: until.toISOString() },
  });
}

/** Returns an offered call to the list, so that other members can get it. */
export function putCallBack(
  database: Database,
  patientId: string,
  context: PortfolioContext,
): Promise<Outcome<AnswerOf<PutCallBack>, FailureOf<PutCallBack>>> {
  const { session, now } = context;
  return database.begin(async (transaction) => {
    const patient = await lockPatient(transaction, { scope: session.scope, patientId });
    if (!patient) return refuse('not_found');
    if (patient.offeredTo !== session.account.id) return refuse('call_not_offered');
    await dropOffer(transaction, { ...patient, accountId: session.account.id, now });
    await auditCommand(transaction, context, {
      portfolioId: patient.portfolioId,
      event: 'put-call-back',
      subject: 'patient',
      subjectId: patientId,
    });
    return succeed({ isPutBack: true });
  });
}

/** Starts another round of calls for a patient; calls already logged are unchanged. */
export function callAgain(
  database: Database,
  patientId: string,
  context: PortfolioContext,
): Promise<Outcome<AnswerOf<CallAgain>, FailureOf<CallAgain>>> {
  const { scope } = context.session;
  return database.begin(async (transaction) => {
    const patient = await lockPatient(transaction, { scope, patientId });
    if (!patient) return refuse('not_found');
    const centre = await findWorkedCentre(transaction, { scope, centreId: patient.centreId });
    if (!centre?.duties.includes('manage-patients')) return refuse('duty_missing');
    await restartRound(transaction, patient);
    await auditCommand(transaction, context, {
      portfolioId: patient.portfolioId,
      event: 'call-again',
      subject: 'patient',
      subjectId: patientId,
      before: { attempts: patient.attempts },
      after: { attempts: 0 },
    });
    return succeed({ isBegun: true });
  });
}
