import { hash, verify } from '@node-rs/argon2';

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane (argon2id is the default
// variant).
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/**
 * A dummy hash to verify if no account matches, so that unknown addresses take as long as known
 * ones.
 */
const nobody = hashPassword('there is no such account');

/** Returns whether the password matches. Takes the same time with and without a stored hash. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const matches = await verify(stored ?? (await nobody), password);
  return matches && stored !== null;
}
