import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';

export type PersonInputs = {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly timeZone?: string | null;
};

export type Person = {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly timeZone: string | null;
};

type PersonFailure = 'name_missing' | 'email_not_valid' | 'phone_not_valid' | 'time_zone_unknown';

/** The same pattern as the sign-in form: an account beyond it could never sign in. */
const emailPattern = /^[A-Z0-9._%+-]+@[A-Z0-9.-]+\.[A-Z]{2,}$/i;

/** Checks what was entered about a person and brings it into the form that is kept. */
export function checkPerson(inputs: PersonInputs): Outcome<Person, PersonFailure> {
  const name = inputs.name.trim();
  if (name === '') return refuse('name_missing', { field: 'name' });
  const email = inputs.email.trim();
  if (!emailPattern.test(email)) return refuse('email_not_valid', { field: 'email' });
  const phone = readPhone(inputs.phone);
  if (phone === undefined) return refuse('phone_not_valid', { field: 'phone' });
  const timeZone = inputs.timeZone ?? null;
  if (timeZone !== null && !isTimeZone(timeZone)) {
    return refuse('time_zone_unknown', { field: 'timeZone', details: { timeZone } });
  }
  return succeed({ name, email, phone, timeZone });
}

/** The international form, null for none, undefined for what is no number. */
function readPhone(text: string): string | null | undefined {
  if (text.trim() === '') return null;
  const number = parsePhoneNumberFromString(text);
  return number?.isValid() ? number.number : undefined;
}

export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
