import type {
  PatientConsent,
  RecordPatientConsent,
} from '@bursar/contracts/collections/call-centres';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { lockPatient, type PatientKey } from './call-list.store.ts';
import { findWorkedCentre } from './duties.store.ts';
import { insertPatientConsent, listConsentsOf } from './patient-consents.store.ts';

type Recorded = Outcome<AnswerOf<RecordPatientConsent>, FailureOf<RecordPatientConsent>>;
type Consent = Omit<PatientConsent, 'recordedBy' | 'recordedAt'>;

/**
 * Records a patient's consent or withdrawal. The latest record counts; earlier ones are never
 * changed.
 */
export async function recordPatientConsent(
  database: Database,
  { patientId, ...consent }: Consent & { readonly patientId: string },
  context: PortfolioContext,
): Promise<Recorded> {
  const { session } = context;
  const { scope } = session;
  return database.begin(async (transaction): Promise<Recorded> => {
    const patient = await lockPatient(transaction, { scope, patientId });
    if (!patient) return refuse('not_found');
    const centre = await findWorkedCentre(transaction, { scope, centreId: patient.centreId });
    if (!centre?.duties.includes('manage-patients')) return refuse('duty_missing');
    if (consent.agreedOn > session.businessDate) {
      return refuse('consent_in_future', { field: 'agreedOn' });
    }
    const isNew = await writePatientConsent(transaction, patient, { consent, context });
    if (isNew) return succeed({ id: consent.id, replayed: false });
    const [sent] = (await listConsentsOf(transaction, patient)).filter(
      ({ id }) => id === consent.id,
    );
    const isSame =
      sent?.state === consent.state &&
      sent.means === consent.means &&
      sent.agreedOn === consent.agreedOn;
    return isSame
      ? succeed({ id: consent.id, replayed: true })
      : refuse('id_reused_with_different_content');
  });
}

/** Records a consent and returns whether it is new. The caller must have locked the patient. */
export async function writePatientConsent(
  transaction: Transaction,
  { portfolioId, patientId }: PatientKey,
  { consent, context }: { consent: Consent; context: PortfolioContext },
): Promise<boolean> {
  const { session, now } = context;
  const by = { by: session.account.id, at: now.toISOString() };
  const isNew = await insertPatientConsent(transaction, {
    ...consent,
    ...by,
    portfolioId,
    patientId,
  });
  if (!isNew) return false;
  const { state, means, agreedOn } = consent;
  await auditCommand(transaction, context, {
    portfolioId,
    event: 'record-patient-consent',
    subject: 'patient',
    subjectId: patientId,
    after: { state, means, agreedOn },
  });
  return true;
}
