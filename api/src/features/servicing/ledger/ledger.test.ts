import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio } from '../../../testing/arrange.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { linesOf, postedAccounts, postedEvents, type LedgerEntry } from './ledger-entry.ts';
import { copyEntries, bookEntries, listAccounts } from './ledger.store.ts';

const { database, owner } = await createTestDatabase();

/** The patterns by which code writes to a ledger table. */
const writes =
  /(insert\s+into|update|delete\s+from|copy)\s+ledger_(transactions|lines)|table:\s*['"`]ledger_/i;

describe('the ledger', () => {
  it('is written only by its own folder', () => {
    const root = join(import.meta.dirname, '../../../../..');
    const files = ['api/src', 'tools/src', 'bench/src'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .map((file) => join(folder, file)),
    );
    const writers = files.filter((file) => writes.test(readFileSync(join(root, file), 'utf8')));
    expect(writers).toEqual([
      join('api/src/features/servicing/ledger/ledger.store.ts'),
      // This file fills the database of a benchmark, which no user ever sees.
      join('bench/src/scale/seed-scale-book.ts'),
    ]);
  });

  it('stores its accounts and events in tables that allow no deletion', async () => {
    const names = async (table: string) =>
      (await owner<{ name: string }[]>`select name from ${owner(table)} order by name`).map(
        ({ name }) => name,
      );
    expect(await names('ledger_accounts')).toEqual(expect.arrayContaining([...postedAccounts]));
    expect(await names('ledger_events')).toEqual(expect.arrayContaining([...postedEvents]));
    for (const table of ['ledger_accounts', 'ledger_events']) {
      await expect(owner`delete from ${owner(table)}`).rejects.toThrow('never changed or removed');
      await expect(database`delete from ${database(table)}`).rejects.toThrow('permission denied');
    }
  });

  it('has a name for every account and event in both languages', async () => {
    for (const language of ['en', 'ae']) {
      const path = join(
        import.meta.dirname,
        `../../../../../web/public/locales/${language}/loans.json`,
      );
      const texts = JSON.parse(readFileSync(path, 'utf8'));
      const nameless = await owner<{ name: string }[]>`
        select name from ledger_accounts where not ${owner.json(texts.account)}::jsonb ? name
        union all
        select name from ledger_events where not ${owner.json(texts.event)}::jsonb ? name`;
      expect(nameless.map(({ name }) => name)).toEqual([]);
    }
  });

  it('lists its accounts by code, each with the normal side of its kind', async () => {
    const accounts = await listAccounts(database);
    expect(accounts.map(({ code }) => code)).toEqual(accounts.map(({ code }) => code).toSorted());
    for (const { kind, normalSide } of accounts) {
      expect(normalSide).toBe(['asset', 'expense'].includes(kind) ? 'debit' : 'credit');
    }
    expect(accounts[0]).toEqual({
      account: 'cash',
      code: '1000',
      kind: 'asset',
      normalSide: 'debit',
    });
  });

  it('accepts a new account once its row exists', async () => {
    const added = { name: 'legal-costs', code: '5200', kind: 'expense' };
    await owner`insert into ledger_accounts ${owner(added)}`;
    expect((await listAccounts(database)).map(({ account }) => account)).toContain('legal-costs');
    const twice = { ...added, name: 'other-costs' };
    await expect(owner`insert into ledger_accounts ${owner(twice)}`).rejects.toThrow('duplicate');
  });

  it('writes a line with one side for each account that moves, and none for the others', () => {
    expect(
      linesOf([
        ['cash', 150],
        ['fee-income', 0],
        ['loans-receivable', -150],
      ]),
    ).toEqual([
      { number: 1, account: 'cash', debitMinor: 150, creditMinor: 0 },
      { number: 2, account: 'loans-receivable', debitMinor: 0, creditMinor: 150 },
    ]);
  });

  it('refuses an unknown account or event, singly and in bulk', async () => {
    const portfolio = await arrangePortfolio(owner);
    const { id: loanId } = await arrangeLoan(owner, portfolio);
    const posting = {
      portfolioId: portfolio.id,
      loanId,
      currency: 'USD',
      postedBy: portfolio.manager.id,
      postedAt: '2026-06-15T10:00:00Z',
    };
    const entry = (event: string, account: string) =>
      ({
        id: uuidv7(),
        event,
        sourceId: loanId,
        valueDate: '2026-06-15',
        lines: [
          { number: 1, account, debitMinor: 5, creditMinor: 0 },
          { number: 2, account: 'cash', debitMinor: 0, creditMinor: 5 },
        ],
        // The compiler refuses these names; the test checks that the database does too.
      }) as LedgerEntry;
    const book = (booked: LedgerEntry) =>
      database.begin(
        (transaction) =>
          transaction`with ${bookEntries(transaction, posting, [{ ...posting, ...booked }])} select 1`,
      );
    const copy = (booked: LedgerEntry) =>
      database.begin((transaction) => copyEntries(transaction, [{ ...posting, ...booked }]));
    for (const write of [book, copy]) {
      await expect(write(entry('pay-twice', 'recoveries'))).rejects.toThrow(
        'the ledger has no event pay-twice',
      );
      await expect(write(entry('post-payment', 'pockets'))).rejects.toThrow(
        'the ledger has no account pockets',
      );
      await write(entry('post-payment', 'recoveries'));
    }
  });
});
