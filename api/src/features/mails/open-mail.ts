import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { MailRow, ReadMail } from '@bursar/contracts/mails';
import { auditCommand } from '../../platform/audit.ts';
import type { CommandContext } from '../../platform/command-context.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import { findMail, findMailBody, lockMail, setWaiting, wasOpened } from './mails.store.ts';

/**
 * A mail may hold a link that sets a password, so that opening one leaves a trace. A page that
 * follows the mail asks again under the id of its opening, which is no second event.
 */
export function openMail(
  database: Database,
  { mailId, openingId }: { readonly mailId: string; readonly openingId: string },
  context: CommandContext,
): Promise<Outcome<AnswerOf<ReadMail>, 'not_found'>> {
  const actorId = context.session.account.id;
  return database.begin(async (transaction) => {
    await lockMail(transaction, mailId);
    const mail = await findMail(transaction, mailId);
    if (!mail) return refuse('not_found');
    if (!(await wasOpened(transaction, { mailId, actorId, openingId }))) {
      await auditMail(transaction, context, {
        event: 'open-mail',
        mailId,
        mail,
        more: { openingId },
      });
    }
    return succeed({ ...mail, body: await findMailBody(transaction, mailId) });
  });
}

/** Tries a mail that failed again at once, and as often as a new one. */
export function retryMail(
  database: Database,
  { mailId }: { readonly mailId: string },
  context: CommandContext,
): Promise<Outcome<MailRow, 'not_found' | 'mail_not_failed'>> {
  return database.begin(async (transaction) => {
    const before = await findMail(transaction, mailId);
    if (!before) return refuse('not_found');
    const isWaiting = await setWaiting(transaction, { mailId, at: context.now.toISOString() });
    if (!isWaiting) return refuse('mail_not_failed');
    await auditMail(transaction, context, { event: 'retry-mail', mailId, mail: before });
    const after = await findMail(transaction, mailId);
    return after ? succeed(after) : refuse('not_found');
  });
}

type Audited = {
  readonly event: 'open-mail' | 'retry-mail';
  readonly mailId: string;
  readonly mail: MailRow;
  readonly more?: Readonly<Record<string, string>>;
};

function auditMail(
  transaction: Transaction,
  context: CommandContext,
  { event, mailId, mail: { to, subject }, more }: Audited,
): Promise<void> {
  const after = { to, subject, ...more };
  return auditCommand(transaction, context, {
    portfolioId: null,
    event,
    subject: 'mail',
    subjectId: mailId,
    after,
  });
}
