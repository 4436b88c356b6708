import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { version } from '../values.ts';
import { signIn } from './sessions.ts';

export const readProviderButton = endpoint({
  key: 'GET /api/login/single-sign-on',
  summary: 'Get the text of the single sign-on button of the sign-in page; null if it is off.',
  access: 'public',
  answer: z.object({ label: z.string().nullable() }),
  failures: [],
});
export type ReadProviderButton = typeof readProviderButton;

export const beginSingleSignOn = endpoint({
  key: 'POST /api/login/single-sign-on/begin',
  summary: 'Start a sign-in at the identity provider. Answers the address to open there.',
  access: 'public',
  answer: z.object({ address: z.string() }),
  failures: ['single_sign_on_off', 'single_sign_on_unreachable', 'single_sign_on_issuer_wrong'],
});
export type BeginSingleSignOn = typeof beginSingleSignOn;

export const completeSingleSignOn = endpoint({
  key: 'POST /api/login/single-sign-on/complete',
  summary:
    'Complete a sign-in with the answer of the identity provider, from the browser that started it.',
  access: 'public',
  body: z.object({
    /** The query with which the provider sent the browser back. */
    query: z.string().max(8_000),
  }),
  answer: signIn.answer,
  failures: [
    'single_sign_on_off',
    'single_sign_on_not_started',
    'single_sign_on_declined',
    'single_sign_on_unreachable',
    'single_sign_on_client_refused',
    'single_sign_on_code_used',
    'single_sign_on_issuer_wrong',
    'single_sign_on_audience_wrong',
    'single_sign_on_token_expired',
    'single_sign_on_nonce_wrong',
    'single_sign_on_answer_invalid',
    'single_sign_on_email_unverified',
    'single_sign_on_account_unknown',
    'account_not_active',
    'single_sign_on_linked_to_another',
    'single_sign_on_address_changed',
    'address_not_allowed',
    'second_factor_required',
  ],
});
export type CompleteSingleSignOn = typeof completeSingleSignOn;

export const endProviderSession = endpoint({
  key: 'POST /api/session/end',
  summary:
    'End the caller’s session. Answers the address that ends the provider’s session too; null if there is none.',
  access: 'signed-in',
  worksWithoutFactor: true,
  worksLocked: true,
  answer: z.object({ address: z.string().nullable() }),
  failures: [],
});
export type EndProviderSession = typeof endProviderSession;

const provider = z.object({
  isOn: z.boolean(),
  /** The provider’s address; the server reads the provider’s configuration from it. */
  issuer: z.string().max(500),
  clientId: z.string().max(300),
  /** The text of the button on the sign-in page. */
  label: z.string().max(60),
  version,
});

const stored = provider.extend({
  /** Whether a secret is stored; the secret itself is never returned. */
  hasSecret: z.boolean(),
  /** The address to register at the provider, which redirects browsers to it. */
  redirectAddress: z.string(),
});
export type SingleSignOn = z.infer<typeof stored>;

export const readSingleSignOn = endpoint({
  key: 'GET /api/single-sign-on',
  summary: 'Get the settings of single sign-on, without the secret.',
  access: 'change-security',
  answer: stored,
  failures: ['not_found'],
});
export type ReadSingleSignOn = typeof readSingleSignOn;

export const changeSingleSignOn = endpoint({
  key: 'PUT /api/single-sign-on',
  summary: 'Set up single sign-on. The provider must answer before it can be switched on.',
  access: 'change-security',
  body: provider.extend({
    /** If empty, the stored secret is left unchanged. */
    clientSecret: z.string().max(500),
    /** The caller’s own password. */
    password: z.string().max(200),
  }),
  answer: stored,
  failures: [
    'not_found',
    'too_many_attempts',
    'current_password_wrong',
    'issuer_not_valid',
    'client_id_missing',
    'client_secret_missing',
    'sign_in_label_missing',
    'single_sign_on_unreachable',
    'single_sign_on_issuer_wrong',
    'changed_since',
  ],
});
export type ChangeSingleSignOn = typeof changeSingleSignOn;
