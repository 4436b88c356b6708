import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * The pattern of the sign-in form: an address that does not match it could never be used to sign
 * in.
 */
const emailPattern = /^[A-Z0-9._%+-]+@[A-Z0-9.-]+\.[A-Z]{2,}$/i;

export const isEmail = (text: string): boolean => emailPattern.test(text);

/** Returns the international form; null for an empty text, undefined for an invalid number. */
export function readPhone(text: string): string | null | undefined {
  if (text.trim() === '') return null;
  const number = parsePhoneNumberFromString(text);
  return number?.isValid() ? number.number : undefined;
}
