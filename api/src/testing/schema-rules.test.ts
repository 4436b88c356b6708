import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formerChecksums } from '../platform/former-checksums.ts';
import { migrate } from '../platform/migrate.ts';
import { describeSchema } from './describe-schema.ts';
import { formerStops, formerTexts, migrateByFormerTexts } from './earlier-migrations.ts';
import {
  listInstallationWideKeys,
  listRefusedRewrites,
  listStandardBodies,
} from './schema-rules.ts';
import { createBareDatabase, createTestDatabase } from './test-database.ts';

describe('the schema', () => {
  it('has no function with an SQL-standard body, and every table can be rewritten', async () => {
    const { owner } = await createTestDatabase();
    expect(await listStandardBodies(owner)).toEqual([]);
    expect(await listRefusedRewrites(owner)).toEqual([]);
  });

  it('keys records of a portfolio within it, so that another portfolio can use the same id', async () => {
    const { owner } = await createTestDatabase();
    expect(await listInstallationWideKeys(owner)).toEqual(
      [
        // E-mail addresses are unique across the installation, so an answer already reveals whether
        // an account exists. An answer about an id reveals no more, because nobody can guess an id.
        'accounts',
        // The stored id is derived from the account and the sent id: see `owned-id.ts`.
        'api_keys',
        'external_contacts',
        'kanban_cards',
        'kanban_columns',
        'kanban_boards',
        'calendar_events',
        'chats',
        'staff_mail_files',
        'staff_mail_labels',
        'staff_mails',
        'personal_notes',
        'tasks',
        // The id is derived from the portfolio and the sent id in the same way.
        'webhooks',
        // The answer is the same, whether the id was used before or not.
        'enquiries',
        // The server creates these ids.
        'account_openings',
        'due_marks',
        'held_ledger_day_changes',
        'ledger_day_changes',
        'loan_part_changes',
        'month_end_marks',
        'audit_events',
        'staff_mail_threads',
        'loan_totals',
        'outbox',
        'password_links',
        'portfolios',
        'recoveries',
        'sessions',
      ].toSorted(),
    );
  });

  it('has functions in indexes and columns that work with an empty search path', async () => {
    const { owner } = await createTestDatabase();
    const found = await owner.begin(async (sql) => {
      await sql`set local search_path = ''`;
      return sql`
        select public.search_form('Zoë') as form, public.search_pattern('50%') as pattern,
          public.name_index('Zoë Müller')::text as words, public.digits_of('+49 30') as digits`;
    });
    expect([...found]).toEqual([
      { form: 'zoe', pattern: '%50\\%%', words: "'muller' 'zoe'", digits: '4930' },
    ]);
  });
});

describe('a database with the first texts of changed migrations', () => {
  it('has them with the accepted digests', () => {
    const digests = readdirSync(formerTexts).map(
      (name) =>
        [
          name,
          createHash('sha256')
            .update(readFileSync(join(formerTexts, name)))
            .digest('hex'),
        ] as const,
    );
    expect(new Map(digests)).toEqual(formerChecksums);
  });

  it.each(formerStops)('gets the same schema as a new one from before %s', async (name) => {
    const { owner } = await createBareDatabase();
    await migrateByFormerTexts(owner, name);
    expect(await listStandardBodies(owner)).toContain('listed_facts(loans,borrowers)');
    expect(await migrate(owner)).toMatchObject({ ok: true });
    const { owner: fresh } = await createTestDatabase();
    expect(await describeSchema(owner)).toBe(await describeSchema(fresh));
  });
});
