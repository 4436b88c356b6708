import { z } from 'zod';
import { mailStates } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { cursor, instant, pageLimit, uuid } from '../values.ts';

export const mailRow = z.object({
  id: uuid,
  to: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  createdAt: instant,
  sentAt: instant.nullable(),
  attempts: z.int(),
  /** The mail server’s last error; null if there was none. */
  failure: z.string().nullable(),
  /** The next attempt; null if the mail is sent or given up. */
  nextAttemptAt: instant.nullable(),
});
export type MailRow = z.infer<typeof mailRow>;

export const listMails = endpoint({
  key: 'GET /api/mails',
  summary: 'Outgoing mail, newest first, a page at a time.',
  access: 'read-mails',
  query: z.object({
    state: z.enum(mailStates).optional(),
    q: z.string().max(100).optional(),
    after: cursor.optional(),
    limit: pageLimit.default(50),
  }),
  answer: z.object({
    rows: z.array(mailRow),
    nextCursor: cursor.nullable(),
    count: z.int(),
    /** False if no mail server is set up; mail then stays in the outbox. */
    isDelivered: z.boolean(),
  }),
  failures: [],
});
export type ListMails = typeof listMails;

const mailParams = z.object({ mailId: uuid });

export const readMail = endpoint({
  key: 'POST /api/mails/:mailId/open',
  summary:
    'One mail with its text. It may hold a link that opens an account, so the opening is audited.',
  access: 'read-mails',
  params: mailParams,
  body: z.object({
    /**
     * The client creates this id when the mail is opened. Reading on under the same id is not
     * audited again.
     */
    openingId: uuid,
  }),
  answer: mailRow.extend({
    body: z.string(),
    /**
     * Only the invitation of an account never used shows its link. Any other link belongs to the
     * recipient.
     */
    isLinkWithheld: z.boolean(),
  }),
  failures: ['not_found'],
});
export type ReadMail = typeof readMail;

export const retryMail = endpoint({
  key: 'POST /api/mails/:mailId/retry',
  summary: 'Try a mail that failed again at once.',
  access: 'read-mails',
  params: mailParams,
  answer: mailRow,
  failures: ['not_found', 'mail_not_failed'],
});
export type RetryMail = typeof retryMail;
