import { uuidv7 } from 'uuidv7';
import type { Language } from '@bursar/contracts/languages';
import type { Transaction } from '../database.ts';
import { composeMail, type MailContent } from './mail-text.ts';

export type Mail = {
  /** An id by which the caller finds the mail again. */
  readonly id?: string;
  readonly reader: { readonly email: string; readonly language: Language };
  readonly content: MailContent;
  readonly at: Date;
};

/** Stores a mail in the caller's transaction; it is sent only after the commit. */
export async function enqueueMail(
  transaction: Transaction,
  { id, reader, content, at }: Mail,
): Promise<void> {
  const { subject, body } = composeMail(content, reader.language);
  await transaction`
    insert into outbox
      (id, to_address, subject, body, language, created_at, next_attempt_at)
    values (${id ?? uuidv7()}, ${reader.email}, ${subject}, ${body}, ${reader.language},
      ${at.toISOString()}, ${at.toISOString()})`;
}
