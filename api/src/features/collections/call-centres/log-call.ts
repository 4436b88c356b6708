import type { LogCall } from '@bursar/contracts/collections/call-lists';
import type { CallOutcome } from '@bursar/contracts/choices';
import { outcomeRules } from '@bursar/contracts/collections/contact-outcomes';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { uuidv7 } from 'uuidv7';
import { auditCommand } from '../../../platform/audit.ts';
import { dayIn } from '../../../platform/clock.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { PortfolioScope } from '../../../platform/scope.ts';
import { logContactWithin, refuseReach } from '../contact-log/log-contact-within.ts';
import { hoursAt } from './call-hours.ts';
import {
  findCall,
  findCalledLoan,
  findSteering,
  insertCall,
  lockPatient,
  type CalledPatient,
  type CallSteering,
} from './call-list.store.ts';
import { findWorkedCentre } from './duties.store.ts';
import { findConsentAt } from './patient-consents.store.ts';
import { writePatientConsent } from './record-patient-consent.ts';

type CallCommand = {
  readonly patientId: string;
  readonly id: string;
  readonly outcome: CallOutcome;
  readonly note: string;
  readonly secondsAgo: number;
  readonly withdrawsConsent: boolean;
};

type Logged = Outcome<AnswerOf<LogCall>, FailureOf<LogCall>>;
type Refused = Extract<Logged, { ok: false }>;

/**
 * Logs an offered call, adds it to the contact log if the patient is linked to a borrower, and
 * updates the call round.
 */
export function logCall(
  database: Database,
  command: CallCommand,
  context: PortfolioContext,
): Promise<Logged> {
  const { scope } = context.session;
  return database.begin(async (transaction): Promise<Logged> => {
    const patient = await lockPatient(transaction, { scope, patientId: command.patientId });
    if (!patient) return refuse('not_found');
    const steering = await findSteering(transaction, { scope, centreId: patient.centreId });
    if (!steering) return refuse('not_found');
    const earlier = await findCall(transaction, { ...patient, id: command.id });
    if (earlier) {
      const { outcome, note } = command;
      return earlier.outcome === outcome && earlier.note === note.trim()
        ? succeed({ call: earlier, replayed: true })
        : refuse('id_reused_with_different_content');
    }
    const calledAt = momentOf(command, patient, context.now);
    const logging = { patient, steering, command, calledAt };
    return (await refuseCall(transaction, logging, context)) ?? log(transaction, logging, context);
  });
}

type Logging = {
  readonly patient: CalledPatient;
  readonly steering: CallSteering;
  readonly command: CallCommand;
  readonly calledAt: Date;
};

/**
 * Returns when the call began, at the earliest when it was offered. The rules at that moment decide
 * whether it can be logged.
 */
function momentOf({ secondsAgo }: CallCommand, { offeredAt }: CalledPatient, now: Date): Date {
  const calledAt = now.getTime() - secondsAgo * 1000;
  return new Date(Math.max(calledAt, offeredAt === null ? calledAt : Date.parse(offeredAt)));
}

async function refuseCall(
  transaction: Transaction,
  { patient, steering, command, calledAt }: Logging,
  { session }: PortfolioContext,
): Promise<Refused | null> {
  const { scope, account } = session;
  const centre = await findWorkedCentre(transaction, { scope, centreId: patient.centreId });
  if (!centre?.duties.includes('work-calls')) return refuse('duty_missing');
  if (centre.isArchived || patient.offeredTo !== account.id) return refuse('call_not_offered');
  if (patient.attempts >= steering.attempts) {
    return refuse('attempts_used_up', { details: { count: steering.attempts } });
  }
  if (!steering.outcomes.includes(command.outcome)) {
    return refuse('outcome_not_allowed', { field: 'outcome' });
  }
  const { timeZone } = steering;
  if (!hoursAt(steering, { timeZone, now: calledAt }).isOpen) {
    return refuse('centre_closed', { details: { timeZone } });
  }
  const consent = await findConsentAt(transaction, { ...patient, at: calledAt.toISOString() });
  return consent === 'given' ? null : refuse('consent_missing');
}

async function log(
  transaction: Transaction,
  { patient, steering, command, calledAt }: Logging,
  context: PortfolioContext,
): Promise<Logged> {
  const { session, now } = context;
  const { portfolioId, patientId } = patient;
  const { id, outcome, withdrawsConsent } = command;
  const note = command.note.trim();
  const loggedCall = { id, outcome, note, calledAt: calledAt.toISOString() };
  const contacted = await contactBorrower(transaction, { patient, loggedCall }, context);
  if (!contacted.ok) return contacted;
  const isOpen = outcomeRules[outcome].queue === 'tried';
  const attempt = patient.attempts + 1;
  await insertCall(transaction, {
    ...patient,
    ...loggedCall,
    attempt,
    loanId: contacted.value,
    by: session.account.id,
    at: now.toISOString(),
    isFinished: !isOpen,
  });
  await auditCommand(transaction, context, {
    portfolioId,
    event: 'log-call',
    subject: 'patient',
    subjectId: patientId,
    // The audit trail omits the note, as for contacts; the call record itself is immutable.
    after: { callId: id, attempt, outcome, contactedAt: loggedCall.calledAt },
  });
  if (withdrawsConsent) {
    const agreedOn = dayIn(steering.timeZone, now);
    const consent = { id: uuidv7(), state: 'withdrawn', means: 'spoken', agreedOn } as const;
    await writePatientConsent(transaction, patient, { consent, context });
  }
  const call = await findCall(transaction, { ...patient, id });
  if (!call) throw new Error(`call ${id} was stored but is missing`);
  return succeed({ call, replayed: false });
}

type PatientCall = {
  readonly patient: CalledPatient;
  readonly loggedCall: {
    readonly id: string;
    readonly outcome: CallOutcome;
    readonly note: string;
    readonly calledAt: string;
  };
};

/**
 * Adds the call to the linked borrower's contact log, under the rules for contacting borrowers. The
 * caller need not hold the loan, because the user who linked the patient had access to the
 * borrower.
 */
async function contactBorrower(
  transaction: Transaction,
  { patient, loggedCall }: PatientCall,
  context: PortfolioContext,
): Promise<Outcome<string | null, 'consent_withdrawn' | 'quiet_hours'>> {
  const { portfolioId, borrowerId } = patient;
  if (borrowerId === null) return succeed(null);
  const { session } = context;
  const scope: PortfolioScope = { role: 'user', accountId: session.account.id, portfolioId };
  const called = await findCalledLoan(transaction, { scope, portfolioId, borrowerId });
  const { calledAt, ...contact } = loggedCall;
  if (!called) {
    const reach = { portfolioId, borrowerId, channel: 'call', at: calledAt } as const;
    return (await refuseReach(transaction, reach)) ?? succeed(null);
  }
  const { loanId, partyId } = called;
  const logged = await logContactWithin(
    transaction,
    {
      ...contact,
      loanId,
      ...(partyId !== null && { partyId }),
      // The centre's call form does not ask for the reason of a dispute; its note contains the
      // reason.
      ...(contact.outcome === 'disputed' && { disputeReason: 'different-reason' as const }),
      channel: 'call',
      direction: 'outgoing',
      contactedAt: calledAt,
      secondsAgo: 0,
    },
    { ...context, session: { ...session, scope } },
  );
  if (logged.ok) return succeed(loanId);
  const { code, details } = logged.refusal;
  // The party was removed from the loan before the lock, so the call may now be about another loan.
  if (code === 'party_not_on_loan')
    return contactBorrower(transaction, { patient, loggedCall }, context);
  if (code !== 'consent_withdrawn' && code !== 'quiet_hours') {
    throw new Error(`a call could not be logged on loan ${loanId}: ${code}`);
  }
  return refuse(code, details ? { details } : {});
}
