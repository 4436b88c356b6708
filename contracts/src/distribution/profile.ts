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
  summary: 'What is known of the caller.',
  access: 'signed-in',
  answer: profile,
  failures: [],
});
export type ReadProfile = typeof readProfile;

export const changeProfile = endpoint({
  key: 'PUT /api/profile',
  summary: 'Change what is known of the caller; refused where somebody else changed it since.',
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
  summary: 'Change the caller’s own password; every other session of the account ends.',
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
  summary: 'Take the caller’s photo away.',
  access: 'signed-in',
  answer: profile,
  failures: [],
});
export type RemovePhoto = typeof removePhoto;

export const readPhoto = endpoint({
  key: 'GET /api/accounts/:accountId/photo',
  summary: 'The photo of the caller or of somebody in the caller’s scope.',
  access: 'signed-in',
  params: z.object({ accountId: uuid }),
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
  summary: 'Where the caller is signed in: this session first, then the latest used.',
  access: 'signed-in',
  answer: z.object({ sessions: z.array(openSession) }),
  failures: [],
});
export type ListSessions = typeof listSessions;

export const endSession = endpoint({
  key: 'POST /api/profile/sessions/:sessionId/end',
  summary: 'End another session of the caller at once.',
  access: 'signed-in',
  params: z.object({ sessionId: uuid }),
  answer: z.object({ ended: z.int() }),
  failures: ['not_found'],
});
export type EndSession = typeof endSession;

export const endOtherSessions = endpoint({
  key: 'POST /api/profile/sessions/end-others',
  summary: 'End every session of the caller but this one.',
  access: 'signed-in',
  answer: z.object({ ended: z.int() }),
  failures: [],
});
export type EndOtherSessions = typeof endOtherSessions;

export const listSecurityEvents = endpoint({
  key: 'GET /api/profile/security-events',
  summary: 'What others set or reset by which the caller’s account is opened, newest first.',
  access: 'signed-in',
  answer: z.object({
    events: z.array(
      z.object({
        id: uuid,
        kind: z.enum(openingKinds),
        /** Null for the operator of the server. */
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
  summary: 'Say that the caller has seen all that others did about their account.',
  access: 'signed-in',
  answer: z.object({ seen: z.int() }),
  failures: [],
});
export type SeeSecurityEvents = typeof seeSecurityEvents;
