import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, in letters that addresses and cookies carry. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is kept of a secret: it is random enough that no salt and no slow digest is needed. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
