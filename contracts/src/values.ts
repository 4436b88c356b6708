import { z } from 'zod';
import { NAME_FORM, visibleName, visibleTitle } from './visible-names.ts';

/** Schemas that several API contracts share. */
export const uuid = z.uuid();

/**
 * The accepted years. Days calculated from them remain in the range that PostgreSQL, JavaScript and
 * `YYYY-MM-DD` write alike.
 */
export const yearsOfBooks = { first: 1900, last: 2999 } as const;
const inYearsOfBooks = String.raw`(?=(19|2\d)\d\d-)`;
/** Refuses an offset of 15 hours or more: no place on earth is further from UTC than 14 hours. */
const onEarth = String.raw`(?!.*[+-](1[5-9]|2\d):)`;

const narrowed = (pattern: RegExp, ...conditions: string[]) =>
  new RegExp(`^${conditions.join('')}${pattern.source.slice(1)}`);

/** A calendar day, `YYYY-MM-DD`. */
export const day = z.stringFormat('date', narrowed(z.regexes.date, inYearsOfBooks));

/** A time of day in some time zone, `HH:MM`. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** A calendar month, `YYYY-MM`. */
export const month = z.string().regex(/^(19|2\d)\d\d-(0[1-9]|1[0-2])$/);

/** A moment, ISO 8601 with offset. */
export const instant = z.stringFormat(
  'date-time',
  narrowed(z.regexes.datetime({ offset: true }), inYearsOfBooks, onEarth),
);

/** The version of a row that a change is based on. Every change increments it. */
export const version = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);

/** ISO 4217 alphabetic code. */
export const currency = z.string().regex(/^[A-Z]{3}$/);

/** Integer minor units of the currency next to it. */
export const amountMinor = z.int();

/** An amount that may not be negative, in integer minor units. */
export const positiveOrZeroMinor = z.int().min(0);

/** An annual nominal rate in per cent as a decimal string, such as `14.07`. */
export const ratePercent = z.string().regex(/^\d{1,4}(\.\d{1,6})?$/);

/** The rate of a loan made in Bursar: 0 to 1000 per cent a year. */
export const loanRatePercent = z.string().regex(/^(1000(\.0{1,6})?|\d{1,3}(\.\d{1,6})?)$/);

/** A share from 0 to 100 per cent as a decimal string, such as `2.5`. */
export const sharePercent = z.string().regex(/^(100(\.0{1,4})?|\d{1,2}(\.\d{1,4})?)$/);

/** A name that users see; `visibleName` explains the refused characters. */
export const nameText = z.stringFormat(NAME_FORM, visibleName);

/** A visible name that may not be empty. */
export const nameTitle = z.stringFormat(NAME_FORM, visibleTitle);

export const namedRef = z.object({ id: uuid, name: z.string() });
export type NamedRef = z.infer<typeof namedRef>;

/** Position of the next page; opaque to the caller. */
export const cursor = z.string().max(400);
export const pageLimit = z.int().min(1).max(200);

/** Builds the schema of one or several choices, comma-separated in the address. */
export function several(values: readonly string[]) {
  const one = values.map((value) => value.replace('+', String.raw`\+`)).join('|');
  return z.string().regex(new RegExp(`^(${one})(,(${one}))*$`));
}
