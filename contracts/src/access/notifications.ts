import { z } from 'zod';
import { approvalKinds } from './approvals.ts';
import { endpoint } from '../endpoint.ts';
import { amountMinor, currency, cursor, instant, pageLimit, uuid } from '../values.ts';

/**
 * The events that notify users. Clients build the sentence in the reader's language from the other
 * fields of the notification.
 */
export const notificationEvents = [
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
  'webhook-paused',
  'mention',
] as const;

/** The kinds of record that a notification opens. */
export const notificationTargets = ['loan', 'import', 'approval', 'batch', 'account'] as const;

export const notification = z.object({
  id: uuid,
  kind: z.enum(['notification', 'message']),
  event: z.enum(notificationEvents),
  /** The sender; null if no person caused it. */
  profile: z.string().nullable(),
  /** A text that a person wrote, such as a message or a planned action. */
  message: z.string(),
  count: z.int().nullable(),
  amountMinor: amountMinor.nullable(),
  currency: currency.nullable(),
  /** The name of the notification's subject: a loan’s reference, a file, a person. */
  subject: z.string().nullable(),
  /** The borrower of the notification's loan, if the reader may see that loan. */
  borrower: z.string().nullable(),
  /** The kind of request, if the notification concerns one. */
  request: z.enum(approvalKinds).nullable(),
  /** Whether the subject was undone, withdrawn or decided since, so that no action is needed. */
  isOver: z.boolean(),
  target: z.object({ kind: z.enum(notificationTargets), id: uuid }).nullable(),
  time: instant,
  readAt: instant.nullable(),
});
export type Notification = z.infer<typeof notification>;

const notificationKind = notification.shape.kind;

export const listNotifications = endpoint({
  key: 'GET /api/notices',
  summary: 'List the caller’s latest notifications and messages, newest first.',
  access: 'signed-in',
  answer: z.object({
    notifications: z.array(notification),
    unread: z.object({ notifications: z.int(), messages: z.int() }),
    /** Cursors for older notifications and messages, if there are any. */
    older: z.object({ notification: cursor.nullable(), message: cursor.nullable() }),
  }),
  failures: [],
});
export type ListNotifications = typeof listNotifications;

export const listOlderNotifications = endpoint({
  key: 'GET /api/notices/older',
  summary: 'List the caller’s older notifications of a kind after a cursor, newest first.',
  access: 'signed-in',
  query: z.object({ kind: notificationKind, after: cursor, limit: pageLimit.default(20) }),
  answer: z.object({ notifications: z.array(notification), nextCursor: cursor.nullable() }),
  failures: [],
});
export type ListOlderNotifications = typeof listOlderNotifications;

export const readNotifications = endpoint({
  key: 'POST /api/notices/read',
  summary: 'Mark the caller’s notifications of a kind as read, up to the time they were listed.',
  access: 'signed-in',
  body: z.object({ kind: notificationKind, until: instant }),
  answer: z.object({ read: z.int() }),
  failures: [],
});
export type ReadNotifications = typeof readNotifications;

export const markNotification = endpoint({
  key: 'POST /api/notices/:noticeId/mark',
  summary: 'Mark one of the caller’s notifications as read or unread.',
  access: 'signed-in',
  params: z.object({ noticeId: uuid }),
  body: z.object({ isRead: z.boolean() }),
  answer: z.object({ readAt: instant.nullable() }),
  failures: ['not_found'],
});
export type MarkNotification = typeof markNotification;
