import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateTape } from '@bursar/api/seed/generate-tape';
import { templateTape } from '@bursar/api/testing/template-tape';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { main } from './import.ts';
import { asOwner, type RunningDatabase } from './running-database.ts';
import {
  managerEmail,
  openTestDatabase,
  runTool,
  type TestDatabase,
} from './testing/test-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'bursar-import-'));
const file = join(folder, 'tape.csv');
let tested: TestDatabase;
let books: RunningDatabase;

beforeAll(async () => {
  tested = await openTestDatabase();
  books = tested.books;
  vi.stubEnv('INIT_CWD', folder);
  writeFileSync(file, generateTape({ rows: 40 }));
}, 240_000);

afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await tested.close();
  rmSync(folder, { recursive: true });
});

const run = (...args: string[]) => runTool(() => main(['--portfolio', managerEmail, ...args]));

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
    expect(output).toMatch(
      /\n {2}Loan {2}Borrower .*\n {2}1 +[\d,.]+ USD +[\d.]+ % +\d+ x 1 months /,
    );
    expect(output).toMatch(/warning {2}Row 6, column paid_late_fees: "21\.100000028"/);
    expect(output).toMatch(/Dry run: nothing was booked\.$/);
    expect(exitCode).toBe(0);
    expect(await countLoans()).toBe(0);
  });

  it('asks for an encoding in doubt, and uses the chosen one', async () => {
    const content = `${templateTape({ borrower_name: 'Müller' })}\n`;
    writeFileSync(join(folder, 'old.csv'), Buffer.from(content, 'latin1'));
    const asked = await run('old.csv', '--yes', '--good-rows');
    expect(asked.output).toMatch(/with --encoding:\n(?:.*\n)* {2}windows-1252 +Müller\n/);
    expect(asked.exitCode).toBe(1);
    expect(await countLoans()).toBe(0);
    const shown = await run('old.csv', '--dry-run', '--encoding', 'macintosh');
    expect(shown.output).toMatch(/Read as macintosh\..*\n {2}row 2 {2}borrower_name {2}M¸ller/);
  });

  it('asks the open questions of the tape, and books nothing before they are answered', async () => {
    writeFileSync(join(folder, 'marks.csv'), templateTape({ principal: '12.500', balance: '' }));
    const asked = await run('marks.csv', '--yes');
    expect(asked.output).toMatch(
      /decimalMark of principal, no answer yet\. Answer with --answer decimalMark=point\|comma:\n {2}12\.500 {2}point: 12\.5 {2}comma: 12500\n/,
    );
    expect(asked.output).toMatch(/Nothing was booked\.$/);
    expect(asked.exitCode).toBe(1);
    expect((await run('marks.csv', '--yes', '--good-rows')).exitCode).toBe(1);
    expect(await countLoans()).toBe(0);
    const shown = await run('marks.csv', '--dry-run', '--answer', 'decimalMark=comma');
    expect(shown.output).toMatch(/12,500\.00 USD/);
    expect(shown.exitCode).toBe(0);
  });

  it('shows the columns that it does not recognise, and uses the chosen ones', async () => {
    const content = templateTape({}).replace('principal,', 'Summe,').replace('annual_rate', 'Zins');
    writeFileSync(join(folder, 'foreign.csv'), content);
    const defaults = await run('foreign.csv', '--dry-run');
    expect(defaults.output).toMatch(/ #3 +Summe +10000\.00 +not used\n/);
    expect(defaults.output).toMatch(/Still missing: principal, annualRate\n/);
    expect(defaults.exitCode).toBe(1);
    const maps = ['--map', 'principal=Summe', '--map', 'annualRate=#4'];
    const shown = await run('foreign.csv', '--dry-run', ...maps);
    expect(shown.output).toMatch(/ #3 +Summe +10000\.00 +principal\n/);
    expect(shown.exitCode).toBe(0);
  });

  it('lists words that are not known, and uses their meanings and facts for all rows', async () => {
    const [head = '', row = ''] = templateTape({ status: 'Läuft' }).split('\n');
    const without = (line: string) => line.split(',').toSpliced(3, 1).join(',');
    const lines = [`${without(head)},Collector`, `${without(row)},Nobody`];
    writeFileSync(join(folder, 'words.csv'), lines.join('\n'));
    const asked = await run('words.csv', '--dry-run');
    expect(asked.exitCode).toBe(1);
    expect(asked.output).toMatch(/For all loans at once: --for-all annualRate=\n/);
    const rate = ['--for-all', 'annualRate=14.07'];
    const open = await run('words.csv', '--yes', ...rate);
    expect(open.exitCode).toBe(1);
    expect(open.output).toMatch(
      /Words in status\. Say what each means with --word 'status:WORD=MEANING', of active\|.*\n {2}Läuft +1 rows +no meaning yet\n/,
    );
    expect(open.output).toMatch(/'agent:WORD=MEANING', of unassigned.*\n {2}Nobody +1 rows/);
    const words = ['--word', 'status:läuft=active', '--word', 'agent:nobody=unassigned'];
    const shown = await run('words.csv', '--dry-run', ...rate, ...words);
    expect(shown.output).toMatch(/Assignment of the new loans:\n {2}unassigned +1 +10,000\.00 USD/);
    expect(shown.exitCode).toBe(0);
    const wrong = await run('words.csv', '--dry-run', '--word', 'agent:nobody=who@example.com');
    expect(wrong.output).toMatch(/"who@example\.com", which is not the name or email address/);
    expect(wrong.exitCode).toBe(1);
  });

  it('books nothing if no one can confirm it', async () => {
    const { output, exitCode } = await run(file);
    expect(output).toMatch(
      /no terminal for the question\. Add --yes to book\.\nNothing was booked\.$/,
    );
    expect(exitCode).toBe(1);
    expect(await countLoans()).toBe(0);
  });

  it('books a tape, finds no changes in it again, and undoes it by its id', async () => {
    const booked = await run(file, '--yes');
    expect(booked).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('Booked 40 loans.'),
    });
    expect(await countLoans()).toBe(40);

    const again = await run(file, '--dry-run');
    expect(again.exitCode).toBe(0);
    expect(again.output).toContain('0 changed, 0 new, 40 unchanged.');
    const newer = generateTape({ rows: 39 });
    writeFileSync(join(folder, 'newer.csv'), newer);
    const updated = await run('newer.csv', '--dry-run');
    expect(updated.output).toContain('not on this one, unchanged: 1');

    const badRows = join(folder, 'bad-rows.csv');
    const files = ['--bad-rows', badRows, '--findings', join(folder, 'findings.csv')];
    const bad = newer.replaceAll(/,[\d.]+$/gm, ',-5');
    writeFileSync(join(folder, 'bad.csv'), bad);
    const refused = await run('bad.csv', ...files);
    expect(refused.exitCode).toBe(1);
    const refusedRows = readFileSync(badRows, 'utf8').trim().split('\r\n');
    expect(refusedRows.length).toBeGreaterThan(20);
    expect(refused.output).toMatch(/… and \d+ more/);

    const id = /--undo (\S+)$/.exec(booked.output)?.[1] ?? '';
    const noteId = randomUUID();
    await asOwner(
      books,
      (owner) => owner`
        insert into loan_notes (portfolio_id, id, loan_id, text, written_by, written_at)
        select loan.portfolio_id, ${noteId}, loan.id, 'Wrong', tape.created_by, now()
        from loans loan join imports tape on tape.id = loan.import_id
        where loan.reference_number = 1`,
    );
    expect(await run('--undo', id)).toEqual({
      exitCode: 1,
      output: expect.stringMatching(/\n {2}L-000001 {2}has a note: strike it/),
    });
    await asOwner(
      books,
      (owner) => owner`
        insert into loan_note_strikes (portfolio_id, note_id, reason, struck_at)
        select portfolio_id, id, 'Wrong loan', now() from loan_notes where id = ${noteId}`,
    );
    expect(await run('--undo', id)).toEqual({
      exitCode: 0,
      output: 'Undone: the 40 loans of tape.csv were removed from the books.',
    });
    expect(await countLoans()).toBe(0);
  });

  it.each<[readonly string[], number, RegExp]>([
    [['nowhere.csv'], 1, /^Bursar cannot read the file .*nowhere\.csv\. Check that/],
    [['--undo', '00000000-0000-4000-8000-000000000009'], 1, /^This does not exist/],
    [['a.csv', 'b.csv'], 2, /^Give one file at a time\.\n\nUsage: /],
  ])('with %j exits with %i and a sentence', async (args, exitCode, sentence) => {
    expect(await run(...args)).toEqual({ exitCode, output: expect.stringMatching(sentence) });
  });

  it('names a portfolio that does not exist', async () => {
    const { output, exitCode } = await run('--portfolio', 'nobody@lender.example', file);
    expect(output).toMatch(/^No portfolio has an active manager nobody@lender\.example\./);
    expect(exitCode).toBe(1);
  });
});
