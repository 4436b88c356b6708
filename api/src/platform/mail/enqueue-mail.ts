import { uuidv7 } from 'uuidv7';
import type { Language } from '@bursar/contracts/languages';
import type { Transaction } from '../database.ts';
import { composeMail, type MailContent } from './mail-text.ts';

export type Mail = {
  /** The id to store the email under, if the caller refers to it; default a new one. */
  readonly id?: string;
  /** The portfolio of the email; null for an administrator's account and for a test email. */
  readonly portfolioId: string | null;
  readonly reader: { readonly email: string; readonly language: Language };
  readonly content: MailContent;
  readonly at: Date;
  readonly attachments?: readonly MailAttachment[];
};

export type MailAttachment = {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
};

/**
 * Stores an email in the caller's transaction; it is sent only after the commit. If a company is
 * saved, its name is added as a signature, except to a text that is complete. A portfolio of demo
 * data sends no email: its borrowers and many of its users are invented.
 */
export async function enqueueMail(
  transaction: Transaction,
  { id = uuidv7(), portfolioId, reader, content, at, attachments = [] }: Mail,
): Promise<void> {
  if (portfolioId !== null && (await isDemo(transaction, portfolioId))) return;
  const composed = composeMail(content, reader.language);
  const { subject } = composed;
  // A message to a borrower is complete, as it was shown to the user.
  const [company] =
    content.kind === 'written'
      ? []
      : await transaction<{ legalName: string }[]>`select legal_name from companies`;
  const body = company ? `${composed.body}\n\n${company.legalName}` : composed.body;
  await transaction`
    insert into outbox
      (id, to_address, subject, body, language, created_at, next_attempt_at)
    values (${id}, ${reader.email}, ${subject}, ${body}, ${reader.language},
      ${at.toISOString()}, ${at.toISOString()})`;
  for (const [index, file] of attachments.entries()) {
    await transaction`
      insert into outbox_attachments (mail_id, position, name, content_type, content)
      values (${id}, ${index + 1}, ${file.name}, ${file.contentType}, ${file.content})`;
  }
}

async function isDemo(transaction: Transaction, portfolioId: string): Promise<boolean> {
  const rows = await transaction`select from portfolios where id = ${portfolioId} and is_demo`;
  return rows.length > 0;
}
