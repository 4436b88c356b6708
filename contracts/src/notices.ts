import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { amountMinor, currency, instant, uuid } from './values.ts';

/** What happened, by name; a client words it in the reader's language from `details`. */
export const noticeEvents = [
  'loans-assigned',
  'assignment-message',
  'import-booked',
  'import-failed',
  'promise-due',
  'promise-broken',
  'next-action-due',
  'approval-wanted',
  'approval-given',
  'approval-declined',
  'mention',
] as const;

/** What a notice can be about: opening the notice leads there. */
export const noticeTargets = ['loan', 'import', 'approval'] as const;

export const notice = z.object({
  id: uuid,
  kind: z.enum(['notification', 'message']),
  event: z.enum(noticeEvents),
  /** Who it comes from; null where nobody did it. */
  profile: z.string().nullable(),
  /** What a person wrote, for messages. */
  message: z.string(),
  count: z.int().nullable(),
  amountMinor: amountMinor.nullable(),
  currency: currency.nullable(),
  /** The name of what it is about: a loan’s reference, a file, a person. */
  subject: z.string().nullable(),
  target: z.object({ kind: z.enum(noticeTargets), id: uuid }).nullable(),
  time: instant,
  readAt: instant.nullable(),
});
export type Notice = z.infer<typeof notice>;

export const listNotices = endpoint({
  key: 'GET /api/notices',
  summary: 'The caller’s own latest notifications and messages, newest first.',
  access: 'signed-in',
  answer: z.object({
    notices: z.array(notice),
    unread: z.object({ notifications: z.int(), messages: z.int() }),
  }),
  failures: [],
});
export type ListNotices = typeof listNotices;

export const readNotices = endpoint({
  key: 'POST /api/notices/read',
  summary: 'Mark the caller’s own notices of a kind as read, up to the moment they were listed.',
  access: 'signed-in',
  body: z.object({ kind: z.enum(['notification', 'message']), until: instant }),
  answer: z.object({ read: z.int() }),
  failures: [],
});
export type ReadNotices = typeof readNotices;
