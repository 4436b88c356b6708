import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { signIn } from './sessions.ts';
import { instant } from '../values.ts';

/** A code from the authenticator app, or a recovery code. Spaces and hyphens do not matter. */
const code = z.string().max(40);
const password = z.string().max(200);

export const secondFactor = z.object({
  /** When it was switched on; null if it is off. */
  confirmedAt: instant.nullable(),
  recoveryCodesLeft: z.int(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

export const readSecondFactor = endpoint({
  key: 'GET /api/profile/second-factor',
  summary: 'Get whether the caller’s sign-in asks for a code.',
  access: 'signed-in',
  worksWithoutFactor: true,
  answer: secondFactor,
  failures: [],
});
export type ReadSecondFactor = typeof readSecondFactor;

export const beginSecondFactor = endpoint({
  key: 'POST /api/profile/second-factor/begin',
  summary:
    'Create a secret for an authenticator app. It takes effect after its first code is confirmed.',
  access: 'signed-in',
  worksWithoutFactor: true,
  body: z.object({ password }),
  answer: z.object({
    /** The secret in base 32, for manual entry. */
    secret: z.string(),
    /** The secret as an `otpauth:` address, for a QR code. */
    address: z.string(),
  }),
  failures: ['too_many_attempts', 'current_password_wrong', 'second_factor_already_on'],
});
export type BeginSecondFactor = typeof beginSecondFactor;

/** Recovery codes; shown only once, because the server stores only their digests. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const confirmSecondFactor = endpoint({
  key: 'POST /api/profile/second-factor/confirm',
  summary: 'Turn the second factor on with a first code. Returns the recovery codes.',
  access: 'signed-in',
  worksWithoutFactor: true,
  body: z.object({ code }),
  answer: recoveryCodes,
  failures: ['second_factor_not_begun', 'too_many_attempts', 'second_factor_code_wrong'],
});
export type ConfirmSecondFactor = typeof confirmSecondFactor;

export const renewRecoveryCodes = endpoint({
  key: 'POST /api/profile/second-factor/recovery-codes',
  summary: 'Create new recovery codes. Earlier codes stop working.',
  access: 'signed-in',
  body: z.object({ password }),
  answer: recoveryCodes,
  failures: ['too_many_attempts', 'current_password_wrong', 'second_factor_not_on'],
});
export type RenewRecoveryCodes = typeof renewRecoveryCodes;

export const switchOffSecondFactor = endpoint({
  key: 'POST /api/profile/second-factor/switch-off',
  summary: 'Turn the second factor off.',
  access: 'signed-in',
  body: z.object({ password }),
  answer: secondFactor,
  failures: ['too_many_attempts', 'current_password_wrong'],
});
export type SwitchOffSecondFactor = typeof switchOffSecondFactor;

export const completeSignIn = endpoint({
  key: 'POST /api/login/second-factor',
  summary: 'Complete a sign-in with a code, from the browser that sent the password.',
  access: 'public',
  body: z.object({ code }),
  answer: signIn.answer,
  failures: [
    'pending_sign_in_expired',
    'too_many_attempts',
    'second_factor_code_wrong',
    'account_not_active',
    'address_not_allowed',
  ],
});
export type CompleteSignIn = typeof completeSignIn;
