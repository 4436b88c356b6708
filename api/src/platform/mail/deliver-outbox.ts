import { createTransport } from 'nodemailer';
import type { Language } from '@bursar/contracts/languages';
import { findLogo } from '../company-logo.store.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database.ts';
import { repeat } from '../repeat.ts';
import type { Settings } from '../settings.ts';
import { withoutKeys } from './keys-in-mails.ts';
import { LOGO_CID, mailPage, type MailSignature } from './mail-page.ts';

type Logger = {
  info(object: object, text: string): void;
  warn(object: object, text: string): void;
};
export type MailSender = (mail: {
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: { filename: string; contentType: string; content: Buffer; cid?: string }[];
}) => Promise<unknown>;

export function smtpSender({ smtpUrl, from }: NonNullable<Settings['mail']>): MailSender {
  const transport = createTransport(smtpUrl);
  return (mail) => transport.sendMail({ from, ...mail });
}

const BATCH = 20;
/** After this many attempts, an email is not sent again unless an administrator retries it. */
export const ATTEMPTS_MAX = 8;
const EVERY_MS = 15_000;

type Delivery = {
  readonly database: Database;
  readonly clock: Clock;
  readonly send: MailSender;
  readonly log: Logger;
};

/** Checks for waiting mail at intervals; several processes share the work by SKIP LOCKED. */
export function startOutboxDelivery(delivery: Delivery): { stop: () => Promise<void> } {
  return repeat({
    everyMs: EVERY_MS,
    run: () => deliverOutbox(delivery),
    onFailure: (error) => delivery.log.warn({ err: error }, 'mail delivery waits'),
  });
}

/**
 * Sends a batch of due emails and returns their number. A failed one is retried with a delay that
 * doubles each time.
 */
export async function deliverOutbox({ database, clock, send, log }: Delivery): Promise<number> {
  return database.begin(async (transaction) => {
    const now = clock.now();
    const mails = await transaction<WaitingMail[]>`
      select id, to_address, subject, body, language, attempts from outbox
      where sent_at is null and attempts < ${ATTEMPTS_MAX}
        and next_attempt_at <= ${now.toISOString()}
      order by next_attempt_at limit ${BATCH} for update skip locked`;
    if (mails.length === 0) return 0;
    const brand = await readBrand(transaction);
    for (const mail of mails) {
      const attachments = await transaction<Attachment[]>`
        select name as filename, content_type, content from outbox_attachments
        where mail_id = ${mail.id} order by position`;
      const failure = await trySend(send, { ...mail, ...brand, attachments });
      const next = new Date(now.getTime() + 60_000 * 2 ** mail.attempts).toISOString();
      await transaction`
        update outbox set attempts = attempts + 1, last_failure = ${failure},
          -- After sending, only the recipient has the link.
          body = ${failure === null ? withoutKeys(mail.body) : mail.body},
          sent_at = ${failure === null ? now.toISOString() : null}, next_attempt_at = ${next}
        where id = ${mail.id}`;
      // After sending, only the recipient has the files.
      if (failure === null && attachments.length > 0) {
        await transaction`delete from outbox_attachments where mail_id = ${mail.id}`;
      }
      // The log never holds the body, because it may contain a link that opens an account.
      if (failure === null) log.info({ mailId: mail.id }, 'mail sent');
      else log.warn({ mailId: mail.id, err: new Error(failure) }, 'mail not sent');
    }
    return mails.length;
  });
}

type Attachment = {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
};

type WaitingMail = {
  readonly id: string;
  readonly toAddress: string;
  readonly subject: string;
  readonly body: string;
  readonly language: Language;
  readonly attempts: number;
};

type Brand = { readonly logo: Buffer | null; readonly lender: MailSignature };

async function readBrand(transaction: Transaction): Promise<Brand> {
  const logo = await findLogo(transaction);
  const [company] = await transaction<{ legalName: string; address: string }[]>`
    select legal_name, address from companies`;
  const { legalName, address } = company ?? { legalName: 'Bursar', address: '' };
  return { logo, lender: { legalName, address, hasLogo: logo !== null } };
}

const logoFile = (content: Buffer) => ({
  filename: 'logo.png',
  contentType: 'image/png',
  content,
  cid: LOGO_CID,
});

async function trySend(
  send: MailSender,
  mail: WaitingMail & Brand & { readonly attachments: readonly Attachment[] },
): Promise<string | null> {
  const { toAddress: to, subject, body: text, attachments, logo } = mail;
  const files = [...attachments.map((file) => ({ ...file })), ...(logo ? [logoFile(logo)] : [])];
  try {
    await send({
      to,
      subject,
      text,
      html: mailPage(mail),
      ...(files.length > 0 && { attachments: files }),
    });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 500) : 'unknown failure';
  }
}
