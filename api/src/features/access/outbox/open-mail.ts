import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { OutboxRow, ReadMail } from '@bursar/contracts/access/outbox';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { keyIn, withoutKeys } from '../../../platform/mail/keys-in-mails.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { recordOpening } from '../accounts/account-openings.store.ts';
import { findUnusedAccount } from '../accounts/password-links.ts';
import { setWaiting } from '../../../platform/mail/retry-mail.ts';
import { findMail, findMailBody, lockMail, wasOpened } from './outbox.store.ts';

/**
 * Returns an email and records in the audit trail that it was opened, once per `openingId`. Returns
 * a link that sets a password only if there is no mail server and the account was never used.
 * Records the opening of such a link in `account_openings`, because the reader could then sign in
 * as that account.
 */
export function openMail(
  database: Database,
  { mailId, openingId, isMailDelivered }: OpenedMail,
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
    const body = await findMailBody(transaction, mailId);
    const token = keyIn(body);
    if (token === null) return succeed({ ...mail, body, isLinkWithheld: false });
    const { now } = context;
    const account = isMailDelivered ? null : await findUnusedAccount(transaction, { token, now });
    if (!account) return succeed({ ...mail, body: withoutKeys(body), isLinkWithheld: true });
    await recordOpening(transaction, {
      accountId: account.id,
      openedBy: actorId,
      kind: 'hand-over-invitation',
      at: now,
    });
    return succeed({ ...mail, body, isLinkWithheld: false });
  });
}

type OpenedMail = {
  readonly mailId: string;
  readonly openingId: string;
  readonly isMailDelivered: boolean;
};

/** Retries a failed email at once, with as many attempts as a new one. */
export function retryMail(
  database: Database,
  { mailId }: { readonly mailId: string },
  context: CommandContext,
): Promise<Outcome<OutboxRow, 'not_found' | 'mail_not_failed'>> {
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
  readonly mail: OutboxRow;
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
