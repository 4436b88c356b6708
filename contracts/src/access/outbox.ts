import { z } from 'zod';
import { outboxStates } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { cursor, instant, pageLimit, uuid } from '../values.ts';

export const outboxRow = z.object({
  id: uuid,
  to: z.string(),
  subject: z.string(),
  state: z.enum(outboxStates),
  createdAt: instant,
  sentAt: instant.nullable(),
  attempts: z.int(),
  /** The mail server’s last error; null if there was none. */
  failure: z.string().nullable(),
  /** The next attempt; null if the email is sent or given up. */
  nextAttemptAt: instant.nullable(),
});
export type OutboxRow = z.infer<typeof outboxRow>;

export const listOutbox = endpoint({
  key: 'GET /api/mails',
  summary: 'List mail in the outbox, newest first, in pages.',
  access: 'read-mails',
  query: z.object({
    state: z.enum(outboxStates).optional(),
    q: z.string().max(100).optional(),
    after: cursor.optional(),
    limit: pageLimit.default(50),
  }),
  answer: z.object({
    rows: z.array(outboxRow),
    nextCursor: cursor.nullable(),
    count: z.int(),
    /** False if no mail server is set up; mail then stays in the outbox. */
    isDelivered: z.boolean(),
  }),
  failures: [],
});
export type ListOutbox = typeof listOutbox;

export const readMailState = endpoint({
  key: 'GET /api/mail-state',
  summary: 'Get how mail leaves this installation, and how much of it waits or failed.',
  access: 'read-mails',
  answer: z.object({
    /** The sender of all mail; null if no mail server is set up. */
    sender: z.string().nullable(),
    lastSentAt: instant.nullable(),
    waiting: z.int(),
    failed: z.int(),
  }),
  failures: [],
});
export type ReadMailState = typeof readMailState;

export const sendTestMail = endpoint({
  key: 'POST /api/mails/test',
  summary: 'Send a test email to the caller’s own address.',
  access: 'read-mails',
  body: z.object({
    /** The client creates this id and repeats it on every retry. */
    id: uuid,
  }),
  answer: outboxRow,
  failures: ['not_found', 'mail_server_missing'],
});
export type SendTestMail = typeof sendTestMail;

const mailParams = z.object({ mailId: uuid });

export const readMail = endpoint({
  key: 'POST /api/mails/:mailId/open',
  summary:
    'Get a mail with its text. The mail may contain a sign-in link, so each read is audited.',
  access: 'read-mails',
  params: mailParams,
  body: z.object({
    /**
     * The client creates this id when the user opens the email. Repeated reads with the same id are
     * not audited again.
     */
    openingId: uuid,
  }),
  answer: outboxRow.extend({
    body: z.string(),
    /**
     * Whether the email’s link was removed. A link is shown only if no mail server is set up and
     * the account was never used; any other link belongs to the recipient alone.
     */
    isLinkWithheld: z.boolean(),
  }),
  failures: ['not_found'],
});
export type ReadMail = typeof readMail;

export const retryMail = endpoint({
  key: 'POST /api/mails/:mailId/retry',
  summary: 'Retry a failed mail now.',
  access: 'read-mails',
  params: mailParams,
  answer: outboxRow,
  failures: ['not_found', 'mail_not_failed'],
});
export type RetryMail = typeof retryMail;
