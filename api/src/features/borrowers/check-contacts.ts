import type { BorrowerContact, ChangeBorrower } from '@bursar/contracts/borrowers';
import type { FailureOf } from '@bursar/contracts/endpoint';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import { isEmail, readPhone } from '../../platform/reachable.ts';

type Checked = Outcome<readonly BorrowerContact[], FailureOf<ChangeBorrower>>;

/** Checks ways to reach somebody and brings them into the form that is kept. */
export function checkContacts(contacts: readonly BorrowerContact[]): Checked {
  const kept: BorrowerContact[] = [];
  for (const [place, contact] of contacts.entries()) {
    const field = `contacts.${place}.value`;
    const { validFrom, validTo } = contact;
    const value = readValue(contact);
    if (value === null) return refuse(wrongValue[contact.kind], { field });
    if (validFrom !== null && validTo !== null && validFrom > validTo) {
      return refuse('range_upside_down', { field: `contacts.${place}.validTo` });
    }
    const isSecond = kept.some((one) => one.isPreferred && one.kind === contact.kind);
    if (contact.isPreferred && isSecond) return refuse('preferred_twice', { field });
    kept.push({ ...contact, value });
  }
  return succeed(kept);
}

const wrongValue = {
  phone: 'phone_not_valid',
  email: 'email_not_valid',
  address: 'address_missing',
} as const;

function readValue({ kind, value }: BorrowerContact): string | null {
  const text = value.trim();
  if (kind === 'phone') return readPhone(text) ?? null;
  if (kind === 'email') return isEmail(text) ? text : null;
  return text === '' ? null : text;
}
