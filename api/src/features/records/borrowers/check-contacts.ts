import type {
  BorrowerContact,
  ChangeBorrower,
  ContactChange,
} from '@bursar/contracts/records/borrowers';
import type { FailureOf } from '@bursar/contracts/endpoint';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { isEmail, readPhone } from '../../../platform/reachable.ts';

type Failure = FailureOf<ChangeBorrower>;
type Checked = Outcome<readonly ContactChange[], Failure>;
type OnRecord = ReadonlyMap<string, BorrowerContact>;

/**
 * Checks and normalises contacts. Every contact on record that is not retired must be in the list
 * with the same kind and value; it can be retired, but not left out.
 */
export function checkContacts(
  contacts: readonly ContactChange[],
  recorded: readonly BorrowerContact[],
): Checked {
  const onRecord: OnRecord = new Map(recorded.map((contact) => [contact.id, contact]));
  const named = new Set(contacts.map(({ id }) => id));
  if (recorded.some(({ id, retired }) => retired === null && !named.has(id))) {
    return refuse('contact_is_on_record');
  }
  const accepted: ContactChange[] = [];
  for (const [place, contact] of contacts.entries()) {
    const checked = checkOne(contact, { place, accepted, onRecord });
    if (!checked.ok) return checked;
    accepted.push(checked.value);
  }
  return succeed(withPreferred(accepted));
}

type SecondNode = {
  readonly place: number;
  readonly accepted: readonly ContactChange[];
  readonly onRecord: OnRecord;
};

function checkOne(
  contact: ContactChange,
  { place, accepted, onRecord }: SecondNode,
): Outcome<ContactChange, Failure> {
  const field = `contacts.${place}.value`;
  const { validFrom, validTo } = contact;
  const known = onRecord.get(contact.id);
  const isKnown = known?.kind === contact.kind && known.value === contact.value;
  if (known ? known.retired !== null || !isKnown : contact.retire !== undefined) {
    return refuse('contact_is_on_record', { field });
  }
  // Values on record are not checked again, because a value from a tape may not meet the form's
  // rules.
  const value = known ? known.value : readValue(contact);
  if (value === null) return refuse(wrongValue[contact.kind], { field });
  if (validFrom !== null && validTo !== null && validFrom > validTo) {
    return refuse('range_upside_down', { field: `contacts.${place}.validTo` });
  }
  if (contact.retire) return succeed({ ...contact, isPreferred: false });
  const ofKind = accepted.filter((one) => one.kind === contact.kind && !one.retire);
  if (contact.isPreferred && ofKind.some((one) => one.isPreferred)) {
    return refuse('preferred_twice', { field });
  }
  if (ofKind.some((one) => one.value === value)) return refuse('contact_twice', { field });
  return succeed({ ...contact, value });
}

/**
 * Returns the contacts with one preferred contact of each kind: the first, if the user chose none.
 */
function withPreferred(contacts: readonly ContactChange[]): readonly ContactChange[] {
  return contacts.map((contact) => {
    const ofKind = contacts.filter((one) => one.kind === contact.kind && !one.retire);
    const isFirst = ofKind[0] === contact && !ofKind.some((one) => one.isPreferred);
    return isFirst ? { ...contact, isPreferred: true } : contact;
  });
}

const wrongValue = {
  phone: 'phone_not_valid',
  email: 'email_not_valid',
  address: 'address_missing',
} as const;

function readValue({ kind, value }: ContactChange): string | null {
  const text = value.trim();
  if (kind === 'phone') return readPhone(text) ?? null;
  if (kind === 'email') return isEmail(text) ? text : null;
  return text === '' ? null : text;
}
