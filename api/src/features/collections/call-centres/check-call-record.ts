import type {
  CallInputs,
  CallKind,
  CallRecordCalls,
  CallRecords,
} from '@bursar/contracts/collections/call-centres';
import type { CallDuty } from '@bursar/contracts/choices';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { isEmail, readPhone } from '../../../platform/reachable.ts';
import { runsPortfolio } from '../../../platform/scope.ts';
import { isTimeZone } from '../../../platform/time-zones.ts';
import { findBorrower, lockBorrower } from '../../records/borrowers/borrowers.store.ts';
import { findCallRecord } from './call-records.store.ts';
import { findWorkedCentre, listPeople } from './duties.store.ts';
import { isOnOffer } from './call-list.store.ts';

export type SaveFailure<K extends CallKind> = CallRecordCalls[K]['refused'][number];

type Checked<K extends CallKind> = Outcome<CallInputs[K], SaveFailure<K>>;

/** The entered values and the record before the change; `before` is null for a new record. */
export type Entered<K extends CallKind> = {
  readonly values: CallInputs[K];
  readonly before: CallRecords[K] | null;
  readonly isArchived: boolean;
};

type Check<K extends CallKind> = (
  transaction: Transaction,
  entered: Entered<K>,
  context: PortfolioContext,
) => Promise<Checked<K>>;

/** Validates the entered values of each kind and returns the values to store. */
export const checks: { readonly [K in CallKind]: Check<K> } = {
  centre: checkCentre,
  preset: checkPreset,
  member: checkMember,
  patient: checkPatient,
};

async function checkCentre(
  transaction: Transaction,
  { values, before }: Entered<'centre'>,
  { session: { scope }, portfolio, now }: PortfolioContext,
): Promise<Checked<'centre'>> {
  // Only the portfolio manager creates a centre: a new centre has no members yet, so other users
  // could not reach it.
  const mayEdit = before
    ? before.duties.includes('change-centre')
    : runsPortfolio(scope, portfolio.id);
  if (!mayEdit) return refuse('duty_missing');
  const name = values.name.trim();
  if (name === '') return refuse('name_missing', { field: 'name' });
  const { timeZone, presetId } = values;
  if (!(await isTimeZone(transaction, timeZone))) {
    return refuse('time_zone_unknown', { field: 'timeZone', details: { timeZone } });
  }
  const phone = readPhone(values.phone);
  if (phone === undefined) return refuse('phone_not_valid', { field: 'phone' });
  const preset = await findCallRecord(transaction, 'preset', { scope, now, id: presetId });
  if (!preset || (preset.isArchived && before?.presetId !== presetId)) {
    return refuse('preset_not_found', { field: 'presetId' });
  }
  return succeed({ ...values, name, phone: phone ?? '' });
}

async function checkPreset(
  _transaction: Transaction,
  { values, before, isArchived }: Entered<'preset'>,
): Promise<Checked<'preset'>> {
  const [name, script] = [values.name.trim(), values.script.trim()];
  if (name === '') return refuse('name_missing', { field: 'name' });
  if (script === '') return refuse('text_missing', { field: 'script' });
  const upsideDown = values.hours.findIndex((span) => span && span.opensAt >= span.closesAt);
  if (upsideDown >= 0) {
    return refuse('hours_upside_down', { field: `hours.${upsideDown}.closesAt` });
  }
  if (values.hours.every((span) => span === null)) return refuse('never_open', { field: 'hours' });
  const centres = before?.centres ?? 0;
  if (isArchived && centres > 0) return refuse('preset_in_use', { details: { count: centres } });
  const outcomes = [...new Set(values.outcomes)];
  return succeed({ ...values, name, script, outcomes });
}

async function checkMember(
  transaction: Transaction,
  { values, before }: Entered<'member'>,
  context: PortfolioContext,
): Promise<Checked<'member'>> {
  const refused = await refuseCentres(transaction, context, {
    centreIds: centresOf(values, before),
    duty: 'manage-members',
    before,
  });
  if (refused) return refused;
  const { accountId } = values;
  const isSame = before?.accountId === accountId;
  const [person] = await listPeople(transaction, {
    portfolioId: context.portfolio.id,
    q: '',
    accountId,
  });
  // A membership cannot move to another account, because logged calls name the account.
  if (before ? !isSame : !person) return refuse('person_not_found', { field: 'accountId' });
  return succeed(values);
}

async function checkPatient(
  transaction: Transaction,
  { values, before, isArchived }: Entered<'patient'>,
  context: PortfolioContext,
): Promise<Checked<'patient'>> {
  const refused = await refuseCentres(transaction, context, {
    centreIds: centresOf(values, before),
    duty: 'manage-patients',
    before,
  });
  if (refused) return refused;
  const name = values.name.trim();
  if (name === '') return refuse('name_missing', { field: 'name' });
  const phone = readPhone(values.phone);
  if (!phone) return refuse('phone_not_valid', { field: 'phone' });
  const email = values.email.trim();
  if (email !== '' && !isEmail(email)) return refuse('email_not_valid', { field: 'email' });
  const { borrowerId } = values;
  if (borrowerId !== null && borrowerId !== before?.borrowerId) {
    const { scope, businessDate } = context.session;
    await lockBorrower(transaction, { portfolioId: context.portfolio.id, borrowerId });
    const asked = { scope, businessDate, borrowerId, reader: scope.role };
    const borrower = await findBorrower(transaction, asked);
    if (!borrower || borrower.mergedInto)
      return refuse('borrower_not_found', { field: 'borrowerId' });
  }
  const isTakenAway = before && (isArchived || before.centreId !== values.centreId);
  if (isTakenAway && (await isOnOffer(transaction, { id: before.id, now: context.now }))) {
    return refuse('call_on_offer');
  }
  return succeed({ ...values, name, phone, email, note: values.note.trim() });
}

/** Returns the ids of a record's new and former centre, which may be the same. */
function centresOf(values: { centreId: string }, before: { centreId: string } | null): Set<string> {
  return new Set([values.centreId, before?.centreId ?? values.centreId]);
}

type RecordPlace = {
  readonly centreIds: ReadonlySet<string>;
  readonly duty: CallDuty;
  readonly before: { readonly centreId: string } | null;
};

/** Refuses a move into an archived centre, and callers who lack the duty in one of the centres. */
async function refuseCentres(
  transaction: Transaction,
  { session: { scope } }: PortfolioContext,
  { centreIds, duty, before }: RecordPlace,
) {
  for (const centreId of centreIds) {
    const centre = await findWorkedCentre(transaction, { scope, centreId });
    if (!centre || (centre.isArchived && before?.centreId !== centreId)) {
      return refuse('centre_not_found', { field: 'centreId' });
    }
    if (!centre.duties.includes(duty)) return refuse('duty_missing');
  }
  return null;
}
