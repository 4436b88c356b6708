import { createHash, randomBytes } from 'node:crypto';

/** Returns 256 random bits in characters that are safe in URLs and cookies. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/**
 * Returns the digest that is stored instead of a secret. Secrets are random enough to need no salt
 * and no slow digest.
 */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
