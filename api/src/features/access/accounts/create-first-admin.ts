import { uuidv7 } from 'uuidv7';
import { recordAudit } from '../../../platform/audit.ts';
import type { Database } from '../../../platform/database.ts';
import { hashPassword } from './passwords.ts';

type FirstAdmin = { readonly email: string; readonly password: string };

/** Creates the first administrator of an installation; does nothing if it already has one. */
export async function createFirstAdmin(
  database: Database,
  { email, password }: FirstAdmin,
  now: Date,
): Promise<'created' | 'already_there'> {
  const passwordHash = await hashPassword(password);
  return database.begin(async (transaction) => {
    // Several processes may start at once on one database.
    await transaction`lock table accounts in share row exclusive mode`;
    const admins = await transaction`select from accounts where role = 'admin' limit 1`;
    if (admins.length > 0) return 'already_there';
    const id = uuidv7();
    await transaction`
      insert into accounts (id, role, email, name, password_hash, created_at)
      values (${id}, 'admin', ${email}, 'Administrator', ${passwordHash}, ${now.toISOString()})`;
    await recordAudit(transaction, {
      portfolioId: null,
      actorId: id,
      event: 'create-first-admin',
      subject: 'account',
      subjectId: id,
      after: { role: 'admin', email },
      requestId: null,
      at: now,
    });
    return 'created';
  });
}
