import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { asOwner } from './running-database.ts';
import { main } from './recover-admin.ts';
import {
  managerEmail,
  openTestDatabase,
  runTool,
  type TestDatabase,
} from './testing/test-database.ts';

const adminEmail = 'root@lender.example';

let tested: TestDatabase;
beforeAll(async () => {
  tested = await openTestDatabase();
  await asOwner(
    tested.books,
    (owner) => owner`
      insert into accounts (id, role, email, name, password_hash)
      values ('00000000-0000-4000-8000-000000000003', 'admin', ${adminEmail}, 'Root', 'never used')`,
  );
}, 240_000);
afterEach(() => vi.restoreAllMocks());
afterAll(() => tested.close());

const recover = (...args: string[]) => runTool(() => main(args));

describe('npm run recover-admin', () => {
  it('prints a link of which only the digest is stored', async () => {
    const { output, exitCode } = await recover('--email', 'Root@Lender.example');
    expect(exitCode).toBe(0);
    const [, token = ''] =
      /http:\/\/127\.0\.0\.1:3000\/auth\/boxed-password-reset\?token=([\w-]{43})\n/.exec(output) ??
      [];
    expect(token).toHaveLength(43);
    const stored = await asOwner(
      tested.books,
      async (owner) =>
        await owner`
          select link.token_hash = sha256(convert_to(${token}, 'UTF8')) as is_digest, event.event
          from password_links link join audit_events event on event.subject_id = link.account_id`,
    );
    expect(stored).toMatchObject([{ isDigest: true, event: 'recover-admin' }]);
  });

  it.each([
    [
      ['--email', managerEmail],
      1,
      /^No active administrator signs in with user@.*The active administrators are root@lender/,
    ],
    [[], 2, /^Enter the administrator’s address with --email\./],
    [['--password', 'x'], 2, /^Unknown option '--password'/],
    [['--help'], 0, /^Usage: npm run recover-admin /],
  ])('with %j exits with %i and a reason', async (args, exitCode, sentence) => {
    const ended = await recover(...args);
    expect(ended.output).toMatch(sentence);
    expect(ended.exitCode).toBe(exitCode);
  });
});
