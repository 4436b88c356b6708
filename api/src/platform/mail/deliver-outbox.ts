import { createTransport } from 'nodemailer';
import { findLogo } from '../company-logo.store.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queryable } from '../database.ts';
import { repeat } from '../repeat.ts';
import type { Settings } from '../settings.ts';
import { LOGO_CID, mailPage, type MailSignature } from './mail-page.ts';
import {
  claimMail,
  failInterrupted,
  listAttachments,
  markFailed,
  markSent,
  type Attachment,
  type ClaimedMail,
} from './waiting-mail.store.ts';

type Logger = {
  info(object: object, text: string): void;
  warn(object: object, text: string): void;
};
export type MailSender = (mail: {
  /** A repeated attempt has the id of the first one, by which mail servers recognise copies. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: { filename: string; contentType: string; content: Buffer; cid?: string }[];
}) => Promise<unknown>;

/**
 * Limits with which an attempt to reach a silent mail server fails within the time that this
 * process has to stop before it is killed. A mail server that answers now and then can extend the
 * attempt beyond that time; if the process is killed then, the email is sent again. `SMTP_URL` may
 * set other limits.
 */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const MINUTE_MS = 60_000;
/** The longest that an attempt can take, even if the mail server answers now and then. */
const ATTEMPT_MS = 2 * MINUTE_MS;
/** Longer than an attempt can take, so that no other process makes it at the same time. */
const CLAIM_MS = ATTEMPT_MS + MINUTE_MS;

export function smtpSender(
  { smtpUrl, from }: NonNullable<Settings['mail']>,
  limits = timeouts,
): MailSender {
  const transport = createTransport({ ...limits, url: smtpUrl });
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return ({ id, ...mail }) =>
    transport.sendMail({
      from,
      // If an attempt is repeated whose answer was lost, mail servers and mail programs drop the
      // second copy by its id.
      messageId: `<${id}@${domain}>`,
      ...mail,
      signal: AbortSignal.timeout(ATTEMPT_MS),
    });
}

const RUN_MAX = 20;
const EVERY_MS = 15_000;

type Delivery = {
  readonly database: Database;
  readonly clock: Clock;
  readonly send: MailSender;
  readonly log: Logger;
  /** No further email is sent after this signal is aborted. */
  readonly signal?: AbortSignal;
};

/**
 * Starts to check for waiting mail at intervals. Several processes share the work, because each
 * email is claimed by one of them.
 */
export function startOutboxDelivery(delivery: Omit<Delivery, 'signal'>): {
  stop: () => Promise<void>;
} {
  const stopping = new AbortController();
  const { signal } = stopping;
  const deliveries = repeat({
    everyMs: EVERY_MS,
    run: () => deliverOutbox({ ...delivery, signal }),
    onFailure: (error) => delivery.log.warn({ err: error }, 'mail delivery waits'),
  });
  return {
    stop: () => {
      stopping.abort();
      return deliveries.stop();
    },
  };
}

/**
 * Tries to send up to `RUN_MAX` of the due emails and returns the number that it tried. Each one is
 * claimed and recorded in transactions of its own: if the process is killed, only the email that
 * was being sent may be sent twice, with the same message id.
 */
export async function deliverOutbox(delivery: Delivery): Promise<number> {
  const { database, clock, signal } = delivery;
  await failInterrupted(database, clock.now().toISOString());
  let brand: Brand | null = null;
  let tried = 0;
  for (; tried < RUN_MAX; tried += 1) {
    if (signal?.aborted) break;
    const now = clock.now();
    const mail = await claimMail(database, { at: now.toISOString(), until: later(now, CLAIM_MS) });
    if (!mail) break;
    brand ??= await readBrand(database);
    await deliver(delivery, mail, brand);
  }
  return tried;
}

/**
 * Sends an email and records the result. A failed email is retried with a delay that doubles each
 * time.
 */
async function deliver(
  { database, clock, send, log }: Delivery,
  mail: ClaimedMail,
  brand: Brand,
): Promise<void> {
  const { id, body, attempts } = mail;
  const attachments = await listAttachments(database, id);
  const failure = await trySend(send, { ...mail, ...brand, attachments });
  const now = clock.now();
  // The log never holds the body, because it may contain a link that opens an account.
  if (failure === null) {
    await database.begin((transaction) =>
      markSent(transaction, { id, body, at: now.toISOString() }),
    );
    log.info({ mailId: id }, 'mail sent');
  } else {
    const nextAttemptAt = later(now, MINUTE_MS * 2 ** (attempts - 1));
    await markFailed(database, { id, attempts, failure, nextAttemptAt });
    log.warn({ mailId: id, err: new Error(failure) }, 'mail not sent');
  }
}

const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();

type Brand = { readonly logo: Buffer | null; readonly lender: MailSignature };

async function readBrand(sql: Queryable): Promise<Brand> {
  const logo = await findLogo(sql);
  const [company] = await sql<{ legalName: string; address: string }[]>`
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
  mail: ClaimedMail & Brand & { readonly attachments: readonly Attachment[] },
): Promise<string | null> {
  const { id, toAddress: to, subject, body: text, attachments, logo } = mail;
  const files = [...attachments.map((file) => ({ ...file })), ...(logo ? [logoFile(logo)] : [])];
  try {
    await send({
      id,
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
