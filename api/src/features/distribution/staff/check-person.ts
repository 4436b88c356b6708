import type { Queryable } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { isEmail, readPhone } from '../../../platform/reachable.ts';
import { isTimeZone } from '../../../platform/time-zones.ts';

type DetailInputs = {
  readonly name: string;
  readonly phone: string;
  readonly timeZone?: string | null;
};

type Details = {
  readonly name: string;
  readonly phone: string | null;
  readonly timeZone: string | null;
};

type DetailFailure = 'name_missing' | 'phone_not_valid' | 'time_zone_unknown';

export type PersonInputs = DetailInputs & { readonly email: string };
export type Person = Details & { readonly email: string };

export async function checkPerson(
  sql: Queryable,
  inputs: PersonInputs,
): Promise<Outcome<Person, DetailFailure | 'email_not_valid'>> {
  const details = await checkDetails(sql, inputs);
  if (!details.ok) return details;
  const email = inputs.email.trim();
  if (!isEmail(email)) return refuse('email_not_valid', { field: 'email' });
  return succeed({ ...details.value, email });
}

/** Validates the details that users may change in their own profile. */
export async function checkDetails(
  sql: Queryable,
  inputs: DetailInputs,
): Promise<Outcome<Details, DetailFailure>> {
  const name = inputs.name.trim();
  if (name === '') return refuse('name_missing', { field: 'name' });
  const phone = readPhone(inputs.phone);
  if (phone === undefined) return refuse('phone_not_valid', { field: 'phone' });
  const timeZone = inputs.timeZone ?? null;
  if (timeZone !== null && !(await isTimeZone(sql, timeZone))) {
    return refuse('time_zone_unknown', { field: 'timeZone', details: { timeZone } });
  }
  return succeed({ name, phone, timeZone });
}
