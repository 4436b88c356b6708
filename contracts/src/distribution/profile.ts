import { z } from 'zod';
import { openingKinds } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { roles } from '../roles.ts';
import { languages } from '../languages.ts';
import { instant, nameText, uuid, version } from '../values.ts';

export const profile = z.object({
  id: uuid,
  role: z.enum(roles),
  name: z.string(),
  email: z.string(),
  /** International format, such as `+14155550123`. */
  phone: z.string().nullable(),
  language: z.enum(languages),
  /** Null if times are shown in the portfolio’s time zone. */
  timeZone: z.string().nullable(),
  /** When the photo last changed; null if there is none. */
  photoChangedAt: instant.nullable(),
  version,
});
export type Profile = z.infer<typeof profile>;

export const readProfile = endpoint({
  key: 'GET /api/profile',
  summary: 'Get the caller’s profile.',
  access: 'signed-in',
  answer: profile,
  failures: [],
});
export type ReadProfile = typeof readProfile;

export const changeProfile = endpoint({
  key: 'PUT /api/profile',
  summary: 'Update the caller’s profile. Fails if it changed since it was read.',
  access: 'signed-in',
  body: z.object({
    name: nameText.max(120),
    phone: z.string().max(40),
    language: z.enum(languages),
    timeZone: z.string().max(60).nullable(),
    version,
  }),
  answer: profile,
  failures: ['name_missing', 'phone_not_valid', 'time_zone_unknown', 'changed_since'],
});
export type ChangeProfile = typeof changeProfile;

export const changePassword = endpoint({
  key: 'POST /api/profile/password',
  summary: 'Change the caller’s password. Ends all other sessions of the account.',
  access: 'signed-in',
  body: z.object({ currentPassword: z.string().max(200), password: z.string().max(200) }),
  answer: z.object({ sessionsEnded: z.int() }),
  failures: [
    'password_length_wrong',
    'password_leaked',
    'too_many_attempts',
    'current_password_wrong',
    'password_unchanged',
  ],
});
export type ChangePassword = typeof changePassword;

/** The browser crops and shrinks photos. Larger ones are refused. */
export const PHOTO_BYTES_MAX = 256 * 1024;

export const changePhoto = endpoint({
  key: 'POST /api/profile/photo',
  summary: 'Set the caller’s photo: a JPEG of at most 256 KB.',
  access: 'signed-in',
  streamedBody: 'application/octet-stream',
  answer: profile,
  failures: ['body_too_large', 'photo_not_jpeg'],
});
export type ChangePhoto = typeof changePhoto;

export const removePhoto = endpoint({
  key: 'POST /api/profile/photo/remove',
  summary: 'Delete the caller’s photo.',
  access: 'signed-in',
  answer: profile,
  failures: [],
});
export type RemovePhoto = typeof removePhoto;

export const readPhoto = endpoint({
  key: 'GET /api/accounts/:accountId/photo',
  summary: 'Get the photo of the caller or of a person in the caller’s scope.',
  access: 'signed-in',
  params: z.object({ accountId: uuid }),
  /**
   * Changes the address when the photo changes, so that the browser does not show a cached photo.
   */
  query: z.object({ at: instant.optional() }),
  answer: z.string(),
  answerType: 'image/jpeg',
  failures: ['not_found'],
});

export const openSession = z.object({
  id: uuid,
  isCurrent: z.boolean(),
  /** Derived from the User-Agent header; null if unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  place: z.enum(['this-machine', 'local-network', 'elsewhere']),
  address: z.string(),
  signedInAt: instant,
  lastSeenAt: instant,
});
export type OpenSession = z.infer<typeof openSession>;

export const listSessions = endpoint({
  key: 'GET /api/profile/sessions',
  summary: 'List the caller’s sessions: the current one first, then by last use.',
  access: 'signed-in',
  answer: z.object({ sessions: z.array(openSession) }),
  failures: [],
});
export type ListSessions = typeof listSessions;

export const endSession = endpoint({
  key: 'POST /api/profile/sessions/:sessionId/end',
  summary: 'End another session of the caller.',
  access: 'signed-in',
  params: z.object({ sessionId: uuid }),
  answer: z.object({ ended: z.int() }),
  failures: ['not_found'],
});
export type EndSession = typeof endSession;

export const endOtherSessions = endpoint({
  key: 'POST /api/profile/sessions/end-others',
  summary: 'End all sessions of the caller except this one.',
  access: 'signed-in',
  answer: z.object({ ended: z.int() }),
  failures: [],
});
export type EndOtherSessions = typeof endOtherSessions;

export const listSecurityEvents = endpoint({
  key: 'GET /api/profile/security-events',
  summary: 'List what others changed about how the caller signs in, newest first.',
  access: 'signed-in',
  answer: z.object({
    events: z.array(
      z.object({
        id: uuid,
        kind: z.enum(openingKinds),
        /** The user who made the change; null for the operator of the server. */
        by: z.string().nullable(),
        at: instant,
        isNew: z.boolean(),
      }),
    ),
  }),
  failures: [],
});
export type ListSecurityEvents = typeof listSecurityEvents;

export const seeSecurityEvents = endpoint({
  key: 'POST /api/profile/security-events/seen',
  summary: 'Mark the caller’s security events as seen.',
  access: 'signed-in',
  answer: z.object({ seen: z.int() }),
  failures: [],
});
export type SeeSecurityEvents = typeof seeSecurityEvents;
