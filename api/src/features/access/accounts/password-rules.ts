import { dictionary } from '@zxcvbn-ts/language-common';
import { refuse, type Refusal } from '../../../platform/outcome.ts';

/** The specification's limits for a password. */
const LENGTH = { min: 8, max: 15 };

const leaked: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].map((password) => password.toLowerCase()),
);

export const isLeakedPassword = (password: string): boolean => leaked.has(password.toLowerCase());

export function findPasswordRefusal(
  password: string,
): { ok: false; refusal: Refusal<'password_length_wrong' | 'password_leaked'> } | null {
  if (password.length < LENGTH.min || password.length > LENGTH.max) {
    return refuse('password_length_wrong', { field: 'password' });
  }
  return isLeakedPassword(password) ? refuse('password_leaked', { field: 'password' }) : null;
}
