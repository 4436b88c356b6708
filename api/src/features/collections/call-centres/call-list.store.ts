import type { CallPreset } from '@bursar/contracts/collections/call-centres';
import type { CallList, CallOffer, PatientCall } from '@bursar/contracts/collections/call-lists';
import type { CallOutcome, CallState } from '@bursar/contracts/choices';
import type { QuietHours } from '@bursar/contracts/access/quiet-hours';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { callCentresInScope, inScope, type Scope } from '../../../platform/scope.ts';
import { loansOf, relevanceOrder } from './call-records.store.ts';
import type { MoveRecords } from '../../records/borrowers/borrower-merges.store.ts';

type CentreKey = { readonly portfolioId: string; readonly centreId: string };
export type PatientKey = { readonly portfolioId: string; readonly patientId: string };
type Calling = CentreKey & { readonly accountId: string; readonly now: Date };

/** The preset, time zone and quiet hours that decide when a centre may call. */
export type CallSteering = CallList['preset'] & {
  readonly portfolioId: string;
  readonly timeZone: string;
  readonly quietHours: QuietHours;
};

export async function findSteering(
  sql: Queryable,
  { scope, centreId }: { scope: Scope; centreId: string },
): Promise<CallSteering | null> {
  type Row = CallPreset & { portfolioId: string; timeZone: string } & {
    quietFrom: string;
    quietUntil: string;
    quietZone: string;
  };
  const [row] = await sql<Row[]>`
    select centre.portfolio_id, centre.time_zone, preset.name, preset.script, preset.attempts,
      preset.retry_minutes, preset.hours, preset.outcomes,
      to_char(portfolio.quiet_from, 'HH24:MI') as quiet_from,
      to_char(portfolio.quiet_until, 'HH24:MI') as quiet_until,
      portfolio.time_zone as quiet_zone
    from call_centres centre
    join call_centre_presets preset
      on preset.portfolio_id = centre.portfolio_id and preset.id = centre.preset_id
    join portfolios portfolio on portfolio.id = centre.portfolio_id
    where centre.id = ${centreId} and ${callCentresInScope(sql, scope, 'centre')}`;
  if (!row) return null;
  const { quietFrom: from, quietUntil: until, quietZone, ...steering } = row;
  return { ...steering, quietHours: { from, until, timeZone: quietZone } };
}

type Tally = {
  readonly calls: CallState;
  readonly people: number;
  readonly withOthers: number;
  readonly linked: number;
  readonly nextRetryAt: string | null;
};

/** Counts the patients of a centre by the state of their call round. */
export function tallyCalls(sql: Queryable, { portfolioId, centreId, accountId, now }: Calling) {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql<Tally[]>`
    select call_state(record, preset, ${at}) as calls, count(*) as people,
      count(*) filter (where record.offered_until > ${at}
        and record.offered_to <> ${accountId}) as with_others,
      count(*) filter (where record.borrower_id is not null) as linked,
      min(record.last_called_at + make_interval(mins => preset.retry_minutes)) as next_retry_at
    from call_centre_patients record
    join call_centres centre
      on centre.portfolio_id = record.portfolio_id and centre.id = record.centre_id
    join call_centre_presets preset
      on preset.portfolio_id = centre.portfolio_id and preset.id = centre.preset_id
    where record.portfolio_id = ${portfolioId} and record.centre_id = ${centreId}
      and record.archived_at is null
    group by 1`;
}

type OfferRow = Omit<CallOffer, 'calls' | 'loanId'> & { readonly borrowerId: string | null };

/** Finds the call that is currently offered to this member of the centre. */
export async function findOffer(
  sql: Queryable,
  { portfolioId, centreId, accountId, now }: Calling,
): Promise<OfferRow | null> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const [row] = await sql<OfferRow[]>`
    select record.id as patient_id, record.name, record.phone, record.email, record.language,
      record.note, call_state(record, preset, ${at}) as state,
      record.borrower_id is not null as is_linked, record.borrower_id,
      record.attempts + 1 as attempt, record.offered_at, record.offered_until
    from call_centre_patients record
    join call_centres centre
      on centre.portfolio_id = record.portfolio_id and centre.id = record.centre_id
    join call_centre_presets preset
      on preset.portfolio_id = centre.portfolio_id and preset.id = centre.preset_id
    where record.portfolio_id = ${portfolioId} and record.centre_id = ${centreId}
      and record.offered_to = ${accountId} and record.offered_until > ${at}`;
  return row ?? null;
}

/**
 * Serialises requests from two windows of one member; different members do not wait for each other.
 */
export async function lockCaller(transaction: Transaction, accountId: string): Promise<void> {
  await transaction`select from accounts where id = ${accountId} for no key update`;
}

/** Withdraws the call that is offered to this member of the centre. */
export async function dropOffer(
  transaction: Transaction,
  { portfolioId, centreId, accountId }: Calling,
): Promise<void> {
  await transaction`
    update call_centre_patients
    set offered_to = null, offered_at = null, offered_until = null
    where portfolio_id = ${portfolioId} and centre_id = ${centreId}
      and offered_to = ${accountId}`;
}

/**
 * Offers the next call that is due: retries that have waited longest first, then people who were
 * never called, oldest first. Skips patients that another member is taking at the same moment and,
 * in quiet hours, patients who are linked to a borrower.
 */
export async function takeNextCall(
  transaction: Transaction,
  calling: Calling & { readonly until: Date; readonly isQuiet: boolean },
): Promise<string | null> {
  const { portfolioId, centreId, accountId, now, until, isQuiet } = calling;
  const at = transaction`${now.toISOString()}::timestamptz`;
  const [taken] = await transaction<{ id: string }[]>`
    with next as (
      select record.portfolio_id, record.id
      from call_centre_patients record
      join call_centres centre
        on centre.portfolio_id = record.portfolio_id and centre.id = record.centre_id
      join call_centre_presets preset
        on preset.portfolio_id = centre.portfolio_id and preset.id = centre.preset_id
      where record.portfolio_id = ${portfolioId} and record.centre_id = ${centreId}
        and record.archived_at is null and centre.archived_at is null
        and coalesce(record.offered_until <= ${at}, true)
        and call_state(record, preset, ${at}) = 'ready'
        and (${!isQuiet} or record.borrower_id is null)
      order by record.last_called_at nulls last, record.created_at, record.id
      limit 1 for update of record skip locked
    )
    update call_centre_patients patient
    set offered_to = ${accountId}, offered_at = ${at}, offered_until = ${until.toISOString()}
    from next
    where patient.portfolio_id = next.portfolio_id and patient.id = next.id
    returning patient.id`;
  return taken?.id ?? null;
}

/** Returns whether the patient is currently offered to a member. */
export async function isOnOffer(
  sql: Queryable,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const rows = await sql`
    select from call_centre_patients where id = ${id} and offered_until > ${now.toISOString()}`;
  return rows.length > 0;
}

export type CalledPatient = PatientKey & {
  readonly centreId: string;
  readonly borrowerId: string | null;
  readonly attempts: number;
  readonly offeredTo: string | null;
  readonly offeredAt: string | null;
};

/**
 * Locks the patient until the transaction ends, so that calls and consents are recorded in order.
 * Returns null outside the scope.
 */
export async function lockPatient(
  transaction: Transaction,
  { scope, patientId }: { scope: Scope; patientId: string },
): Promise<CalledPatient | null> {
  const [row] = await transaction<CalledPatient[]>`
    select record.portfolio_id, record.id as patient_id, record.centre_id, record.borrower_id,
      record.attempts, record.offered_to, record.offered_at
    from call_centre_patients record
    join call_centres centre
      on centre.portfolio_id = record.portfolio_id and centre.id = record.centre_id
    where record.id = ${patientId} and ${callCentresInScope(transaction, scope, 'centre')}
    for update of record`;
  return row ?? null;
}

type CalledLoan = { readonly loanId: string; readonly partyId: string | null };

/**
 * Finds the loan in scope that a call to a borrower is about. A loan of their own comes before one
 * on which they are a party.
 */
export async function findCalledLoan(
  sql: Queryable,
  { scope, portfolioId, borrowerId }: { scope: Scope; portfolioId: string; borrowerId: string },
): Promise<CalledLoan | null> {
  const [row] = await sql<CalledLoan[]>`
    select loan.id as loan_id, owed.party_id
    from ${loansOf(sql, sql`${portfolioId}::uuid`, sql`${borrowerId}::uuid`)} owed
    join loans loan on loan.portfolio_id = ${portfolioId} and loan.id = owed.loan_id
    join loan_state state on state.portfolio_id = loan.portfolio_id and state.loan_id = loan.id
    where ${inScope(sql, scope, 'state')}
    order by ${relevanceOrder(sql)} limit 1`;
  return row ?? null;
}

function selectCalls(sql: Queryable) {
  return sql`
    select call.id, call.attempt, call.outcome, call.note, call.called_at, logger.name as logged_by
    from call_centre_calls call join accounts logger on logger.id = call.logged_by`;
}

export async function listCallsTo(
  sql: Queryable,
  { portfolioId, patientId }: PatientKey,
): Promise<PatientCall[]> {
  const rows = await sql<PatientCall[]>`
    ${selectCalls(sql)}
    where call.portfolio_id = ${portfolioId} and call.patient_id = ${patientId}
    order by call.called_at desc, call.id desc limit 100`;
  return rows.map((row) => ({ ...row }));
}

export async function findCall(
  sql: Queryable,
  { portfolioId, patientId, id }: PatientKey & { id: string },
): Promise<PatientCall | null> {
  const [row] = await sql<PatientCall[]>`
    ${selectCalls(sql)}
    where call.portfolio_id = ${portfolioId} and call.patient_id = ${patientId} and call.id = ${id}`;
  return row ? { ...row } : null;
}

type NewCall = PatientKey & {
  readonly id: string;
  readonly centreId: string;
  readonly attempt: number;
  readonly outcome: CallOutcome;
  readonly note: string;
  readonly loanId: string | null;
  readonly calledAt: string;
  readonly by: string;
  readonly at: string;
  readonly isFinished: boolean;
};

export async function insertCall(transaction: Transaction, call: NewCall): Promise<void> {
  const { portfolioId, patientId, calledAt, attempt, at } = call;
  await transaction`
    insert into call_centre_calls (portfolio_id, id, centre_id, patient_id, attempt, outcome, note,
      loan_id, called_at, logged_by, logged_at)
    values (${portfolioId}, ${call.id}, ${call.centreId}, ${patientId}, ${attempt},
      ${call.outcome}, ${call.note}, ${call.loanId}, ${calledAt}, ${call.by}, ${at})`;
  await transaction`
    update call_centre_patients
    set attempts = ${attempt}, last_called_at = ${calledAt},
      finished_at = ${call.isFinished ? at : null}, offered_to = null, offered_at = null,
      offered_until = null
    where portfolio_id = ${portfolioId} and id = ${patientId}`;
}

export async function restartRound(
  transaction: Transaction,
  { portfolioId, patientId }: PatientKey,
): Promise<void> {
  await transaction`
    update call_centre_patients set attempts = 0, last_called_at = null, finished_at = null
    where portfolio_id = ${portfolioId} and id = ${patientId}`;
}

/** Links the patients of a merged borrower to the remaining one. */
export const movePatientsOfBorrower: MoveRecords = async (
  transaction,
  { portfolioId, survivorId, mergedId },
) => {
  await transaction`
    update call_centre_patients set borrower_id = ${survivorId}
    where portfolio_id = ${portfolioId} and borrower_id = ${mergedId}`;
};
