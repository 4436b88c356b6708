import { dictionary } from '@zxcvbn-ts/language-common';
import type { Queryable } from '../../../platform/database.ts';
import { refuse, type Refusal } from '../../../platform/outcome.ts';

/** The specification's limits for a password; an administrator may set a longer minimum. */
const LENGTH = { min: 8, max: 15 };

const leaked: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].map((password) => password.toLowerCase()),
);

export const isLeakedPassword = (password: string): boolean => leaked.has(password.toLowerCase());

type Refused = Refusal<'password_length_wrong' | 'password_leaked'>;

/** Checks a new password; passwords in use are never checked again. */
export async function findPasswordRefusal(
  sql: Queryable,
  password: string,
): Promise<{ ok: false; refusal: Refused } | null> {
  const [rules] = await sql<{ passwordMin: number }[]>`select password_min from security_rules`;
  const min = rules?.passwordMin ?? LENGTH.min;
  if (password.length < min || password.length > LENGTH.max) {
    return refuse('password_length_wrong', { field: 'password', details: { min } });
  }
  return isLeakedPassword(password) ? refuse('password_leaked', { field: 'password' }) : null;
}
