import type { PatientConsent } from '@bursar/contracts/collections/call-centres';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import type { PatientKey } from './call-list.store.ts';

type State = PatientConsent['state'];

/** Finds the patient's latest consent state that was recorded at or before a moment. */
export async function findConsentAt(
  sql: Queryable,
  { portfolioId, patientId, at }: PatientKey & { at: string },
): Promise<State | null> {
  const [row] = await sql<{ state: State }[]>`
    select state from call_centre_consents
    where portfolio_id = ${portfolioId} and patient_id = ${patientId} and recorded_at <= ${at}
    order by number desc limit 1`;
  return row?.state ?? null;
}

export async function listConsentsOf(
  sql: Queryable,
  { portfolioId, patientId }: PatientKey,
): Promise<PatientConsent[]> {
  const rows = await sql<PatientConsent[]>`
    select consent.id, consent.state, consent.means, consent.agreed_on,
      recorder.name as recorded_by, consent.recorded_at
    from call_centre_consents consent join accounts recorder on recorder.id = consent.recorded_by
    where consent.portfolio_id = ${portfolioId} and consent.patient_id = ${patientId}
    order by consent.number desc`;
  return rows.map((row) => ({ ...row }));
}

export type NewPatientConsent = PatientKey &
  Omit<PatientConsent, 'recordedBy' | 'recordedAt'> & { readonly by: string; readonly at: string };

/**
 * Inserts a consent and returns whether it is new; a repeated id leaves the first one unchanged.
 */
export async function insertPatientConsent(
  transaction: Transaction,
  consent: NewPatientConsent,
): Promise<boolean> {
  const { portfolioId, id, patientId, state, means, agreedOn, by, at } = consent;
  const rows = await transaction`
    insert into call_centre_consents (portfolio_id, id, patient_id, state, means, agreed_on,
      recorded_by, recorded_at)
    values (${portfolioId}, ${id}, ${patientId}, ${state}, ${means}, ${agreedOn}, ${by}, ${at})
    on conflict (portfolio_id, id) do nothing returning id`;
  return rows.length > 0;
}
