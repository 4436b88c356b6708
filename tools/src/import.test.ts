import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateTape } from '@bursar/api/testing/generate-tape';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { main } from './import.ts';
import { asOwner, joinBooks, migrateBooks, type Books } from './open-books.ts';
import { requireSettings } from './require-settings.ts';

const email = 'user@lender.example';
const folder = mkdtempSync(join(tmpdir(), 'bursar-import-'));
const dataFolder = mkdtempSync(join(tmpdir(), 'bursar-import-data-'));
// As root the database is handed to another user, who must be able to enter.
chmodSync(dataFolder, 0o755);
const file = join(folder, 'tape.csv');
let books: Books;

beforeAll(async () => {
  vi.stubEnv('BURSAR_DATA', dataFolder);
  vi.stubEnv('BURSAR_DEMO', 'off');
  vi.stubEnv('INIT_CWD', folder);
  // Stays open as a server would keep it: the command joins it.
  books = await joinBooks(requireSettings(), () => undefined);
  await asOwner(books, async (owner) => {
    await migrateBooks(owner, () => undefined);
    await owner`
      insert into portfolios (id, name, currency, time_zone)
      values ('00000000-0000-4000-8000-000000000001', 'Harbour', 'USD', 'UTC')`;
    await owner`
      insert into accounts (id, portfolio_id, role, email, name, password_hash)
      values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001',
        'user', ${email}, 'Una', 'never used')`;
  });
  writeFileSync(file, generateTape({ rows: 40 }));
}, 60_000);

afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await books.close();
  for (const made of [folder, dataFolder]) rmSync(made, { recursive: true });
  vi.unstubAllEnvs();
});

/** What the command prints and ends with. */
async function run(...args: string[]): Promise<{ output: string; exitCode: number }> {
  const lines: string[] = [];
  for (const method of ['log', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation((line: string) => void lines.push(line));
  }
  await main(['--portfolio', email, ...args]);
  const exitCode = Number(process.exitCode ?? 0);
  process.exitCode = undefined;
  return { output: lines.join('\n'), exitCode };
}

const countLoans = () =>
  asOwner(books, async (owner) => {
    const [row] = await owner<{ count: number }[]>`
      select count(*) from loans where withdrawn_at is null`;
    return row?.count;
  });

describe('npm run import', () => {
  it('shows a tape without booking it', async () => {
    const { output, exitCode } = await run('tape.csv', '--dry-run');
    expect(output).toMatch(
      /^tape\.csv for Harbour\n\n {2}Rows +40\n {2}Loans +40 {2}\d+ of them closed, 2 written off\n/,
    );
    expect(output).toMatch(/warning {2}Row 6, column paid_late_fees: "21\.100000028"/);
    expect(output).toMatch(/Dry run: nothing was booked\.$/);
    expect(exitCode).toBe(0);
    expect(await countLoans()).toBe(0);
  });

  it('books nothing where it can ask nobody', async () => {
    const { output, exitCode } = await run(file);
    expect(output).toMatch(/no terminal to ask on; add --yes to book\.\nNothing was booked\.$/);
    expect(exitCode).toBe(1);
    expect(await countLoans()).toBe(0);
  });

  it('books a tape, refuses it a second time, and undoes it by its id', async () => {
    const booked = await run(file, '--yes');
    expect(booked).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('Booked 40 loans.'),
    });
    expect(await countLoans()).toBe(40);

    const again = await run(file, '--yes', '--findings', join(folder, 'findings.csv'));
    expect(again.exitCode).toBe(1);
    expect(again.output).toContain('"1" is booked already, as loan L-000001.');
    expect(again.output).toContain('… and 22 more');
    expect(readFileSync(join(folder, 'findings.csv'), 'utf8').trim().split('\r\n')).toHaveLength(
      43,
    );

    const id = /--undo (\S+)$/.exec(booked.output)?.[1] ?? '';
    expect(await run('--undo', id)).toEqual({
      exitCode: 0,
      output: 'Undone: the 40 loans of tape.csv are out of the books.',
    });
    expect(await countLoans()).toBe(0);
  });

  it.each<[readonly string[], number, RegExp]>([
    [['nowhere.csv'], 1, /^There is no file .*nowhere\.csv that Bursar may read\.$/],
    [['--undo', '00000000-0000-4000-8000-000000000009'], 1, /^There is nothing here/],
    [['a.csv', 'b.csv'], 2, /^Give one file at a time\.\n\nUsage: /],
  ])('with %j ends with %i and a sentence', async (args, exitCode, sentence) => {
    expect(await run(...args)).toEqual({ exitCode, output: expect.stringMatching(sentence) });
  });

  it('names a portfolio that is not there', async () => {
    const { output, exitCode } = await run('--portfolio', 'nobody@lender.example', file);
    expect(output).toMatch(/^No portfolio has an active manager nobody@lender\.example\./);
    expect(exitCode).toBe(1);
  });
});
