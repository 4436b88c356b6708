import { uuidv7 } from 'uuidv7';
import type { Transaction } from '../database.ts';

export type Mail = { readonly to: string; readonly subject: string; readonly body: string };

/** Puts a mail into the transaction that wants it; it leaves only once that is committed. */
export async function enqueueMail(transaction: Transaction, mail: Mail, at: Date): Promise<void> {
  await transaction`
    insert into outgoing_mails (id, to_address, subject, body, created_at, next_attempt_at)
    values (${uuidv7()}, ${mail.to}, ${mail.subject}, ${mail.body}, ${at.toISOString()},
      ${at.toISOString()})`;
}
