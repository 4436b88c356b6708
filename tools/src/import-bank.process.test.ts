import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { templateTape } from '@bursar/api/testing/template-tape';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { main as importTape } from './import.ts';
import { main } from './import-bank.ts';
import { asOwner, type RunningDatabase } from './running-database.ts';
import {
  managerEmail,
  openTestDatabase,
  runTool,
  type TestDatabase,
} from './testing/test-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'bursar-bank-'));
let tested: TestDatabase;
let books: RunningDatabase;

beforeAll(async () => {
  tested = await openTestDatabase();
  books = tested.books;
  vi.stubEnv('INIT_CWD', folder);
  write('tape.csv', templateTape({}));
  await runTool(() => importTape(['--portfolio', managerEmail, 'tape.csv', '--yes']));
}, 240_000);

afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await tested.close();
  rmSync(folder, { recursive: true });
});

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const run = (...args: string[]) => runTool(() => main(['--portfolio', managerEmail, ...args]));

const statement = (...lines: readonly string[]): string =>
  ['Date,Amount,Name,Purpose', ...lines, ''].join('\n');

const stored = () =>
  asOwner(books, async (owner) => {
    const [row] = await owner<{ files: number; payments: number }[]>`
      select (select count(*) from bank_files) as files, (select count(*) from payments) as payments`;
    return row;
  });

describe('npm run import:bank', () => {
  it('shows the lines of a file without storing it', async () => {
    write(
      'dry.csv',
      statement('2026-03-01,+10.00,Ada Payer,L-000001', '2026-03-02,-5.00,Shop,Bread'),
    );
    const { output, exitCode } = await run('dry.csv', '--dry-run');
    expect(output).toBe(
      [
        'dry.csv: 2 lines',
        '',
        '  1  2026-03-01  10.00 USD                   Ada Payer  L-000001',
        '  2  2026-03-02   5.00 USD  left out: debit  Shop       Bread',
        '',
        'Dry run: nothing was stored.',
      ].join('\n'),
    );
    expect(exitCode).toBe(0);
    expect(await stored()).toEqual({ files: 0, payments: 0 });
  });

  it('asks the open questions of a file, and stores nothing before they are answered', async () => {
    write('order.csv', statement('03/04/2026,10.00,Ada Payer,L-000001'));
    const asked = await run('order.csv', '--yes');
    expect(asked.output).toMatch(
      /day-order of Date is open\. Answer with --answer 'day-order=day-first\|month-first':\n {2}03\/04\/2026 {2}day-first: .*Nothing was stored\.$/s,
    );
    expect(asked.exitCode).toBe(1);
    expect(await stored()).toEqual({ files: 0, payments: 0 });
  });

  it('shows the columns that it does not recognise, and uses the chosen ones', async () => {
    const rows = ['Kolo;Mbili;Tatu', '2026-03-01;+10.00;Rent', '2026-03-02;+11.00;Rent'];
    write('foreign.csv', rows.join('\n'));
    const asked = await run('foreign.csv', '--dry-run');
    expect(asked.output).toMatch(/Choose them with --map FIELD=POSITION:\n {2}1 {2}Kolo/);
    expect(asked.exitCode).toBe(1);
    const maps = ['--map', 'bookedOn=1', '--map', 'amount=2', '--map', 'remittance=3'];
    const shown = await run('foreign.csv', '--dry-run', ...maps);
    expect(shown.output).toMatch(/\n {2}2 {2}2026-03-02 {2}11\.00 USD .*Rent\n/);
    expect(shown.exitCode).toBe(0);
  });

  it('posts matched lines only with consent, and later by the id of the file', async () => {
    write(
      'march.csv',
      statement('2026-03-01,+10.00,Ada Payer,for L-000001', '2026-03-02,+7.50,Unknown,no number'),
    );
    const asked = await run('march.csv');
    expect(asked.output).toMatch(/march\.csv for Harbour: 2 lines \(csv\)\n\n {2}Matched/);
    expect(asked.output).toMatch(/Without a certain loan:\n {2}2 {2}2026-03-02 {2}7\.50 USD/);
    expect(asked.output).toMatch(/no terminal for the question\. Add --yes to post\./);
    expect(asked.exitCode).toBe(1);
    expect(await stored()).toEqual({ files: 1, payments: 0 });

    const id = /--post (\S+)$/.exec(asked.output)?.[1] ?? '';
    const posted = await run('--post', id, '--yes');
    expect(posted.output).toMatch(/Posted: 1\. Waiting for a person on the page of the file: 1\.$/);
    expect(posted.exitCode).toBe(3);
    expect(await stored()).toEqual({ files: 1, payments: 1 });
    expect((await run('--post', id, '--yes')).exitCode).toBe(3);
    expect(await stored()).toEqual({ files: 1, payments: 1 });
  });

  it('posts a payment once, however often its file is read', async () => {
    write('april.csv', statement('2026-04-01,+12.00,Ada Payer,for L-000001'));
    expect(await run('april.csv', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await run('april.csv', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await stored()).toMatchObject({ payments: 2 });
  });

  it.each<[readonly string[], number, RegExp]>([
    [['nowhere.csv'], 1, /^Bursar cannot read the file .*nowhere\.csv\. Check that/],
    [['--post', '00000000-0000-4000-8000-000000000009'], 1, /^This portfolio has no bank file/],
    [['--post', 'seven'], 2, /^--post is "seven", which is not the id of a bank file\./],
    [['a.csv', '--answer', 'x'], 2, /^--answer is "x"; expected KEY=CHOICE\.\n\nUsage: /],
    [['a.csv', '--map', 'amount'], 2, /^--map is "amount"; expected FIELD=POSITION\./],
    [['a.csv', '--map', 'sum=1'], 2, /^--map names "sum"; expected one of bookedOn, /],
    [['a.csv', 'b.csv'], 2, /^Give one file at a time\./],
  ])('with %j exits with %i and a sentence', async (args, exitCode, sentence) => {
    expect(await run(...args)).toEqual({ exitCode, output: expect.stringMatching(sentence) });
  });
});
