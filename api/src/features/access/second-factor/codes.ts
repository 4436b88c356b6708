import { Secret, TOTP } from 'otpauth';
import { newReadableCode } from '../accounts/recovery-codes.ts';

const PERIOD_SECONDS = 30;

/** Creates a secret of 160 bits, as RFC 4226 recommends. */
export const newFactorSecret = (): Buffer => Buffer.from(new Secret({ size: 20 }).bytes);

/**
 * Returns the secret in the forms an authenticator app accepts: text to type and a URI for a QR
 * code.
 */
export function spellSecret(secret: Buffer, email: string): { secret: string; address: string } {
  const totp = totpOf(secret, email);
  return { secret: totp.secret.base32, address: totp.toString() };
}

/**
 * Returns the 30-second step (RFC 6238) of this code, or null. One step to either side is accepted,
 * because clocks differ and typing takes time.
 */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

function totpOf(secret: Buffer, label = ''): TOTP {
  // Copies the secret, because the library cannot use a view of a larger buffer.
  const { buffer } = Uint8Array.from(secret);
  return new TOTP({ issuer: 'Bursar', label, secret: new Secret({ buffer }) });
}

const RECOVERY_CODES = 10;

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, newReadableCode);
}
