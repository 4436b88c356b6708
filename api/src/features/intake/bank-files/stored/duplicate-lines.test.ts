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
/** Returns the id of the stored file. */
async function take(content: string, fileName = 'June.csv'): Promise<string> {
  const { body } = await upload(content, { fileName });
  if (!body.bankFile) throw new Error(JSON.stringify(body));
  return body.bankFile.id;
}
const statesOf = async (fileId: string) =>
  (await linesOf(fileId)).map(({ state }: { state: string }) => state);

/** A practice file, adapted to a loan of this portfolio and to a past day. */
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
