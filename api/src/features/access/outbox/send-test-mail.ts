import type { SendTestMail } from '@bursar/contracts/access/outbox';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { succeed, type Outcome } from '../../../platform/outcome.ts';
import { findAccountByEmail } from '../accounts/accounts.store.ts';
import { findMail } from './outbox.store.ts';

/**
 * Queues an email to the administrator's own address. Its delivery shows whether the mail server
 * works.
 */
export function sendTestMail(
  database: Database,
  { id }: { readonly id: string },
  context: CommandContext,
): Promise<Outcome<AnswerOf<SendTestMail>, never>> {
  const { account } = context.session;
  return database.begin(async (transaction) => {
    const sent = await findMail(transaction, id);
    if (sent) return succeed(sent);
    const own = await findAccountByEmail(transaction, account.email);
    const reader = { email: account.email, language: own?.language ?? 'en' };
    const content = { kind: 'test' } as const;
    await enqueueMail(transaction, { id, portfolioId: null, reader, content, at: context.now });
    await auditCommand(transaction, context, {
      portfolioId: null,
      event: 'send-test-mail',
      subject: 'mail',
      subjectId: id,
      after: { to: account.email },
    });
    const made = await findMail(transaction, id);
    if (!made) throw new Error(`mail ${id} was stored but is missing`);
    return succeed(made);
  });
}
