import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { MailRow, ReadMail } from '@bursar/contracts/mails';
import { recordAudit, type AuditEvent } from '../../platform/audit.ts';
import type { Database } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import { findMail, findMailBody, lockMail, setWaiting, wasOpened } from './mails.store.ts';

/** Who asks for a mail, and how that is found again. */
export type MailReader = Pick<AuditEvent, 'requestId' | 'at'> & {
  readonly actorId: string;
  readonly mailId: string;
};

/**
 * A mail may hold a link that sets a password, so that opening one leaves a trace. A page that
 * follows the mail asks again under the id of its opening, which is no second event.
 */
export function openMail(
  database: Database,
  reader: MailReader & { readonly openingId: string },
): Promise<Outcome<AnswerOf<ReadMail>, 'not_found'>> {
  const { mailId, openingId } = reader;
  return database.begin(async (transaction) => {
    await lockMail(transaction, mailId);
    const mail = await findMail(transaction, mailId);
    if (!mail) return refuse('not_found');
    if (!(await wasOpened(transaction, reader))) {
      const audit = auditOf(reader, { event: 'open-mail', mail });
      await recordAudit(transaction, { ...audit, after: { ...audit.after, openingId } });
    }
    return succeed({ ...mail, body: await findMailBody(transaction, mailId) });
  });
}

/** Tries a mail that failed again at once, and as often as a new one. */
export function retryMail(
  database: Database,
  reader: MailReader,
): Promise<Outcome<MailRow, 'not_found' | 'mail_not_failed'>> {
  const { mailId, at } = reader;
  return database.begin(async (transaction) => {
    const before = await findMail(transaction, mailId);
    if (!before) return refuse('not_found');
    const isWaiting = await setWaiting(transaction, { mailId, at: at.toISOString() });
    if (!isWaiting) return refuse('mail_not_failed');
    await recordAudit(transaction, auditOf(reader, { event: 'retry-mail', mail: before }));
    const after = await findMail(transaction, mailId);
    return after ? succeed(after) : refuse('not_found');
  });
}

function auditOf(
  reader: MailReader,
  { event, mail }: { event: AuditEvent['event']; mail: MailRow },
): AuditEvent {
  const { actorId, mailId, requestId, at } = reader;
  const { to, subject } = mail;
  const after = { to, subject };
  return {
    portfolioId: null,
    actorId,
    event,
    subject: 'mail',
    subjectId: mailId,
    after,
    requestId,
    at,
  };
}
