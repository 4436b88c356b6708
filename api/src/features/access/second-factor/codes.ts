import { Secret, TOTP } from 'otpauth';
import { newReadableCode } from '../accounts/recovery-codes.ts';

const PERIOD_SECONDS = 30;

/** 160 bits, as RFC 4226 recommends. */
export const newFactorSecret = (): Buffer => Buffer.from(new Secret({ size: 20 }).bytes);

/** The secret as an authenticator app takes it: typed in, or read from a QR code. */
export function spellSecret(secret: Buffer, email: string): { secret: string; address: string } {
  const totp = totpOf(secret, email);
  return { secret: totp.secret.base32, address: totp.toString() };
}

/**
 * The 30-second step (RFC 6238) whose code this is, or null. One step to either side is taken:
 * phones' clocks differ, and typing takes time.
 */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

function totpOf(secret: Buffer, label = ''): TOTP {
  // Any reader of its own memory: the library takes no view of a larger buffer.
  const { buffer } = Uint8Array.from(secret);
  return new TOTP({ issuer: 'Bursar', label, secret: new Secret({ buffer }) });
}

const RECOVERY_CODES = 10;

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, newReadableCode);
}
