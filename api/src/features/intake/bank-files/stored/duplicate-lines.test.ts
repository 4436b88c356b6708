import { readFile } from 'node:fs/promises';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import type { TestLoan } from '../../../../testing/arrange.ts';
import { openBankOffice, referenceOf } from '../../../../testing/bank-office.ts';
import { expectReconciled } from '../../../../testing/expect-reconciled.ts';

const { test, manager, arrangeHeld, upload, linesOf, lineOf, decide } = await openBankOffice();

const post = async (fileId: string) => (await manager.post(`/api/bank-files/${fileId}/post`)).body;
const paidOn = async ({ id }: TestLoan): Promise<number[]> =>
  (await manager.get(`/api/loans/${id}/payments`)).body.payments.map(
    ({ amountMinor }: { amountMinor: number }) => amountMinor,
  );
/** Uploads a file and returns the id of the stored file. */
async function take(content: string, fileName = 'June.csv'): Promise<string> {
  const { body } = await upload(content, { fileName });
  if (!body.bankFile) throw new Error(JSON.stringify(body));
  return body.bankFile.id;
}
const statesOf = async (fileId: string) =>
  (await linesOf(fileId)).map(({ state }: { state: string }) => state);

/** Reads a practice file, adapted to a loan of this portfolio and to a past day. */
async function practice(name: string, loan: TestLoan): Promise<string> {
  const text = await readFile(new URL(`../read/fixtures/${name}`, import.meta.url), 'utf8');
  return text
    .replaceAll('L-000007', referenceOf(loan))
    .replaceAll('LN</Ustrd>', `${referenceOf(loan)}</Ustrd>`)
    .replaceAll(/2026-11-2\d/g, '2026-06-10')
    .replaceAll('210.10', '10.10');
}

describe('one payment in three files', () => {
  it('is posted once, and shown as a possible duplicate', async () => {
    const loan = await arrangeHeld();
    const first = await take(await practice('again-1.csv', loan), 'again-1.csv');
    expect(await post(first)).toMatchObject({ posted: 1 });
    for (const name of ['again-2.csv', 'again-3.xml']) {
      const again = await take(await practice(name, loan), name);
      expect(await lineOf(again)).toMatchObject({
        state: 'needs-look',
        loan: null,
        possibleDuplicateOf: { fileId: first, fileName: 'again-1.csv', number: 1 },
      });
      expect(await post(again)).toEqual({ posted: 0, refused: 0, left: 0 });
    }
    expect(await paidOn(loan)).toEqual([1_010]);
  });

  it('counts twice once a user confirms that it is another payment', async () => {
    const loan = await arrangeHeld();
    const first = await take(await practice('again-1.csv', loan));
    await post(first);
    const again = await take((await practice('again-3.xml', loan)).replace('AG1', 'AG2'));
    const { id } = await lineOf(again);
    await decide(again, id, { decision: 'match', loanId: loan.id });
    expect(await post(again)).toMatchObject({ posted: 1, refused: 0 });
    expect(await paidOn(loan)).toEqual([1_010, 1_010]);
    await expectReconciled(test.database);
  });

  it('is found at the latest when both are posted on one loan', async () => {
    const loan = await arrangeHeld();
    const row = (text: string) => `Date,Amount,Payer,Description\n2026-06-10,12.34,${text}\n`;
    const one = await take(row('Ben,Rate'));
    const other = await take(row('Zoe,Instalment'));
    for (const file of [one, other]) {
      const { id, possibleDuplicateOf } = await lineOf(file);
      expect(possibleDuplicateOf).toBeNull();
      await decide(file, id, { decision: 'match', loanId: loan.id });
    }
    expect(await post(one)).toMatchObject({ posted: 1 });
    expect(await post(other)).toMatchObject({ posted: 0 });
    const { id, ...line } = await lineOf(other);
    expect(line).toMatchObject({ state: 'needs-look', possibleDuplicateOf: { fileId: one } });
    await decide(other, id, { decision: 'match', loanId: loan.id });
    expect(await post(other)).toMatchObject({ posted: 1 });
    expect(await paidOn(loan)).toEqual([1_234, 1_234]);
  });
});

describe('an intraday report and the statement of the day', () => {
  const message = (name: string, statement: string, reference: string, text: string) =>
    `<Document><BkToCstmr${name}><${statement}><Acct><Id><IBAN>AE070331234567890123456</IBAN></Id></Acct>
      <Ntry><Amt Ccy="USD">10.10</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
      <BookgDt><Dt>2026-06-11</Dt></BookgDt>${reference}<NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd>
      </RmtInf></TxDtls></NtryDtls></Ntry></${statement}></BkToCstmr${name}></Document>`;

  it.each([
    ['by the bank’s reference', '<AcctSvcrRef>B-77</AcctSvcrRef>', 'left-out'],
    ['after a question, without one', '', 'needs-look'],
  ])('post a payment once, %s', async (_name, reference, state) => {
    const loan = await arrangeHeld();
    const text = referenceOf(loan);
    const report = await take(message('AcctRpt', 'Rpt', reference, text), 'intraday.xml');
    expect(await post(report)).toMatchObject({ posted: 1 });
    const statement = await take(message('Stmt', 'Stmt', reference, text), 'day.xml');
    expect(await statesOf(statement)).toEqual([state]);
    expect(await post(statement)).toMatchObject({ posted: 0, left: 0 });
    expect(await paidOn(loan)).toEqual([1_010]);
  });
});

describe('two equal transfers', () => {
  it('with different references both count, each once', async () => {
    const loan = await arrangeHeld();
    const identicalLines = await practice('twins-ntryref.xml', loan);
    const file = await take(identicalLines.replaceAll('2026-06-10', '2026-06-09'));
    expect(await statesOf(file)).toEqual(['matched', 'matched']);
    expect(await post(file)).toMatchObject({ posted: 2, refused: 0 });
    expect(await paidOn(loan)).toEqual([1_600, 1_600]);
    const again = await take(identicalLines.replaceAll('2026-06-10', '2026-06-09'));
    expect(await statesOf(again)).toEqual(['left-out', 'left-out']);
    await expectReconciled(test.database);
  });

  it.each([
    ['balances', 'Balance', '100.00', '110.00'],
    ['another column', 'Terminal', 'A', 'B'],
  ])('that differ by %s both count', async (_name, head, one, other) => {
    const loan = await arrangeHeld();
    const row = (last: string) => `2026-06-08,10.00,Ada,${referenceOf(loan)},${last}`;
    const file = await take(`Date,Amount,Name,Reference,${head}\n${row(one)}\n${row(other)}\n`);
    expect(await post(file)).toMatchObject({ posted: 2 });
    expect(await paidOn(loan)).toEqual([1_000, 1_000]);
  });

  it('that differ by nothing are shown to a user', async () => {
    const loan = await arrangeHeld();
    const row = `2026-06-08,10.00,Ada,${referenceOf(loan)}`;
    const file = await take(`Date,Amount,Name,Reference\n${row}\n${row}\n`);
    expect(await linesOf(file)).toMatchObject([
      { state: 'matched', possibleDuplicateOf: null },
      { state: 'needs-look', possibleDuplicateOf: { fileId: file, number: 1 } },
    ]);
  });

  it('of two days under one id of the bank are shown to a person', async () => {
    const row = (day: string) => `Date,Amount,Name,Transaction ID\n${day},17.00,Ada,SAME\n`;
    await take(row('2026-05-08'));
    expect(await lineOf(await take(row('2026-06-08')))).toMatchObject({
      state: 'needs-look',
      possibleDuplicateOf: { number: 1 },
    });
  });
});

describe('a decision about a possible duplicate', () => {
  const table = (...rows: readonly string[]) => `Date,Amount,Name,Reference\n${rows.join('\n')}\n`;
  const entry = (name: string) => `<Ntry><Amt Ccy="USD">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>
    <Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-06-05</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Dbtr>
    <Nm>${name}</Nm></Dbtr></RltdPties><RmtInf><Ustrd>rate of June</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  const statement = (...names: readonly string[]) =>
    `<Document><BkToCstmrStmt><Stmt>${names.map(entry).join('')}</Stmt></BkToCstmrStmt></Document>`;
  const match = (fileId: string, lineId: string, { id: loanId }: TestLoan) =>
    decide(fileId, lineId, { decision: 'match', loanId });

  it('does not confirm another one: the line waits again and names it', async () => {
    const [ali, omar] = [await arrangeHeld(), await arrangeHeld()];
    const first = await take(
      table('2026-06-05,100.00,Ahmed Ali,rate', '2026-06-05,100.00,Ahmed Omar,rate'),
    );
    const [x1, x2] = await linesOf(first);
    await match(first, x1.id, ali);
    await match(first, x2.id, omar);
    expect(await post(first)).toMatchObject({ posted: 2 });
    const again = await take(statement('Ahmed Ali', 'Ahmed Omar'), 'day.xml');
    const [, y2] = await linesOf(again);
    expect(y2).toMatchObject({ possibleDuplicateOf: { fileId: first, number: 1 } });
    await match(again, y2.id, omar);
    expect(await post(again)).toMatchObject({ posted: 0, refused: 1 });
    expect((await linesOf(again))[1]).toMatchObject({
      state: 'needs-look',
      possibleDuplicateOf: { fileId: first, number: 2 },
    });
    expect(await paidOn(omar)).toEqual([10_000]);
    await match(again, y2.id, omar);
    expect(await post(again)).toMatchObject({ posted: 1 });
    expect(await paidOn(omar)).toEqual([10_000, 10_000]);
  });

  it('is needed for each equal payment of the loan, not only for the newest', async () => {
    const loan = await arrangeHeld();
    const files: string[] = [];
    for (const name of ['Ada', 'Ben', 'Cleo']) {
      const file = await take(table(`2026-06-05,101.00,${name},`));
      await match(file, (await lineOf(file)).id, loan);
      const named = new Set<string>();
      while (named.size < files.length) {
        expect(await post(file)).toMatchObject({ posted: 0, refused: 1 });
        const { id, possibleDuplicateOf } = await lineOf(file);
        named.add(possibleDuplicateOf.fileId);
        await match(file, id, loan);
      }
      expect(named).toEqual(new Set(files));
      expect(await post(file)).toMatchObject({ posted: 1 });
      files.push(file);
    }
    expect(await paidOn(loan)).toEqual([10_100, 10_100, 10_100]);
  });

  it('ends once the line is reopened', async () => {
    const loan = await arrangeHeld();
    const [one, other] = [
      await take(table('2026-06-05,102.00,Ada,')),
      await take(table('2026-06-05,102.00,Ben,')),
    ];
    for (const file of [one, other]) await match(file, (await lineOf(file)).id, loan);
    await post(one);
    await post(other);
    const { id } = await lineOf(other);
    await match(other, id, loan);
    await decide(other, id, { decision: 'leave-out', leftOutWhy: 'known-payment' });
    const [row] = await test.owner`
      select distinct_from_lines from bank_file_lines where id = ${id}`;
    expect(row?.['distinctFromLines']).toEqual([]);
  });
});

describe('an id that the bank uses again', () => {
  const rows = (...of: readonly string[]) => `Date,Amount,Name,Transaction ID\n${of.join('\n')}\n`;

  it('does not hide that a later line with this id was imported', async () => {
    const may = await take(rows('2026-05-10,18.00,Ada,REUSED0001'));
    const june = await take(rows('2026-06-10,18.00,Ada,REUSED0001'));
    const again = await take(rows('2026-06-10,18.00,Ada,REUSED0001', '2026-06-11,5.00,Ben,N1'));
    expect(await lineOf(june)).toMatchObject({ possibleDuplicateOf: { fileId: may } });
    expect(await linesOf(again)).toMatchObject([
      { state: 'left-out', reason: 'duplicate', duplicateOf: { fileId: june, number: 1 } },
      { state: 'needs-look' },
    ]);
  });
});

describe('a file that is uploaded again', () => {
  it('is left out whole, also with a line that a user decided is a second payment', async () => {
    const [first, second] = ['2026-04-20,20.00,Ada,rate', '2026-04-21,21.00,Ben,rate'];
    const table = (...rows: readonly string[]) =>
      `Date,Amount,Name,Reference\n${rows.join('\n')}\n`;
    await take(table(first));
    const file = await take(table(first, second));
    expect(await statesOf(file)).toEqual(['needs-look', 'needs-look']);
    expect(await linesOf(await take(table(first, second)))).toMatchObject([
      { state: 'left-out', duplicateOf: { fileId: file, number: 1 } },
      { state: 'left-out', duplicateOf: { fileId: file, number: 2 } },
    ]);
  });
});

describe('an export that overlaps an earlier one', () => {
  const file = (from: number, to: number) => {
    const days = Array.from({ length: to - from + 1 }, (_, at) => from + at);
    const rows = days.map((day) => `2026-04-${String(day).padStart(2, '0')},33.00,Cleo,Day ${day}`);
    return `Date,Amount,Name,Reference\n${rows.join('\n')}\n`;
  };

  it('repeats the days that both contain whole, and asks about the days at its ends', async () => {
    await take(file(1, 10));
    const lines = await linesOf(await take(file(8, 15)));
    const reasons = lines.map(({ reason, possibleDuplicateOf }) => [
      reason,
      possibleDuplicateOf?.number ?? null,
    ]);
    expect(reasons.slice(0, 4)).toEqual([
      [null, 8],
      ['duplicate', null],
      [null, 10],
      [null, null],
    ]);
  });
});

describe('a file that leaves a question open', () => {
  it('is not stored before it is answered, under the same id', async () => {
    const id = uuidv7();
    const csv = 'Date;Amount;Name\n2026-06-01;1.500;Ada\n';
    const asked = await upload(csv, { id, answers: {} });
    expect(asked).toMatchObject({ status: 200, body: { bankFile: null } });
    expect(asked.body.questions.map(({ key }: { key: string }) => key)).toEqual([
      'decimal-mark',
      'direction',
    ]);
    expect(await manager.get(`/api/bank-files/${id}`)).toMatchObject({ status: 404 });
    const answers = { 'decimal-mark': 'comma', direction: 'received' };
    const stored = await upload(csv, { id, answers });
    expect(stored.body).toMatchObject({
      bankFile: { id, sums: [{ amountMinor: 150_000 }] },
      questions: [],
    });
    // A retry after a lost answer finds the stored file.
    expect((await upload(csv, { id, answers: {} })).body).toEqual(stored.body);
  });

  it('refuses answers that are none', async () => {
    const path = `/api/bank-files?id=${uuidv7()}&fileName=June.csv&answers=received`;
    expect(await manager.upload(path, Buffer.from('Date,Amount,Name\n'))).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    });
  });
});
