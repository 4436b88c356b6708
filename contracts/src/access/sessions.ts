import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { roles } from '../roles.ts';
import { currency, day, instant, uuid } from '../values.ts';

/** A call that the specification requires; the specification defines its body and answer. */
export const signIn = endpoint({
  key: 'POST /api/login/data-login',
  summary: 'Sign in with email and password. Sets the browser-binding and XSRF cookies.',
  access: 'public',
  body: z.object({ email: z.string().max(254), password: z.string().max(200) }),
  answer: z.object({
    status: z.boolean(),
    token: z.string(),
    role: z.enum(roles),
    id: uuid,
    email: z.string(),
    message: z.string(),
  }),
  failures: [
    'too_many_attempts',
    'credentials_wrong',
    'account_not_active',
    'address_not_allowed',
    'second_factor_required',
  ],
});
export type SignIn = typeof signIn;

export const readSession = endpoint({
  key: 'GET /api/session',
  summary: 'Get the signed-in account, its portfolio and its permissions.',
  access: 'signed-in',
  worksWithoutFactor: true,
  answer: z.object({
    id: uuid,
    role: z.enum(roles),
    email: z.string(),
    name: z.string(),
    /** The time zone for display: the account’s own, or null for the portfolio’s. */
    timeZone: z.string().nullable(),
    photoChangedAt: instant.nullable(),
    team: z.object({ id: uuid, name: z.string() }).nullable(),
    portfolio: z
      .object({
        id: uuid,
        name: z.string(),
        currency,
        timeZone: z.string(),
        /** The month in which the fiscal year starts, 1 for January. */
        fiscalYearMonth: z.int(),
        businessDate: day,
      })
      .nullable(),
    permissions: z.array(z.string()),
    /**
     * False if no mail server is set up: mail then waits, and staff pass on invitations themselves.
     */
    isMailDelivered: z.boolean(),
    /** Whether menus list the gallery and other demo pages; their addresses always work. */
    showsDemoPages: z.boolean(),
    /**
     * Number of changes by others to the account’s access, except invitations, that its owner has
     * not seen.
     */
    unseenSecurityEvents: z.int(),
    /**
     * Whether an identity provider opened the session; signing out then goes through the provider.
     */
    isByProvider: z.boolean(),
    /** Seconds until the session expires without activity. */
    endsInSeconds: z.int(),
  }),
  failures: [],
});
export type ReadSession = typeof readSession;

export const lockSession = endpoint({
  key: 'POST /api/session/lock',
  summary: 'Lock the session. It refuses all calls until the password is sent again.',
  access: 'signed-in',
  worksWithoutFactor: true,
  worksLocked: true,
  answer: z.object({ isLocked: z.literal(true) }),
  failures: [],
});
export type LockSession = typeof lockSession;

export const unlockSession = endpoint({
  key: 'POST /api/session/unlock',
  summary: 'Unlock the session with the password of its account.',
  access: 'signed-in',
  worksWithoutFactor: true,
  worksLocked: true,
  body: z.object({ password: z.string().max(200) }),
  answer: z.object({ isLocked: z.literal(false) }),
  failures: ['too_many_attempts', 'current_password_wrong'],
});
export type UnlockSession = typeof unlockSession;
