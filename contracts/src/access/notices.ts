import { z } from 'zod';
import { approvalKinds } from './approvals.ts';
import { endpoint } from '../endpoint.ts';
import { amountMinor, currency, cursor, instant, pageLimit, uuid } from '../values.ts';

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
  'approval-failed',
  'recovery-wanted',
  'mention',
] as const;

/** What a notice can be about: opening the notice leads there. */
export const noticeTargets = ['loan', 'import', 'approval', 'batch', 'account'] as const;

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
  /** Whose loan it is about, where it is one that the reader reaches. */
  borrower: z.string().nullable(),
  /** What is asked for, where it is about a request. */
  request: z.enum(approvalKinds).nullable(),
  /** What it tells of was undone, withdrawn or decided since: it asks for nothing any more. */
  isOver: z.boolean(),
  target: z.object({ kind: z.enum(noticeTargets), id: uuid }).nullable(),
  time: instant,
  readAt: instant.nullable(),
});
export type Notice = z.infer<typeof notice>;

const noticeKind = notice.shape.kind;

export const listNotices = endpoint({
  key: 'GET /api/notices',
  summary: 'The caller’s own latest notifications and messages, newest first.',
  access: 'signed-in',
  answer: z.object({
    notices: z.array(notice),
    unread: z.object({ notifications: z.int(), messages: z.int() }),
    /** Where older ones of a kind begin, if there are any. */
    older: z.object({ notification: cursor.nullable(), message: cursor.nullable() }),
  }),
  failures: [],
});
export type ListNotices = typeof listNotices;

export const listOlderNotices = endpoint({
  key: 'GET /api/notices/older',
  summary: 'The caller’s own notices of a kind from a place in their order on, newest first.',
  access: 'signed-in',
  query: z.object({ kind: noticeKind, after: cursor, limit: pageLimit.default(20) }),
  answer: z.object({ notices: z.array(notice), nextCursor: cursor.nullable() }),
  failures: [],
});
export type ListOlderNotices = typeof listOlderNotices;

export const readNotices = endpoint({
  key: 'POST /api/notices/read',
  summary: 'Mark the caller’s own notices of a kind as read, up to the moment they were listed.',
  access: 'signed-in',
  body: z.object({ kind: noticeKind, until: instant }),
  answer: z.object({ read: z.int() }),
  failures: [],
});
export type ReadNotices = typeof readNotices;

export const markNotice = endpoint({
  key: 'POST /api/notices/:noticeId/mark',
  summary: 'Mark one of the caller’s own notices as read, or as unread again.',
  access: 'signed-in',
  params: z.object({ noticeId: uuid }),
  body: z.object({ isRead: z.boolean() }),
  answer: z.object({ readAt: instant.nullable() }),
  failures: ['not_found'],
});
export type MarkNotice = typeof markNotice;
