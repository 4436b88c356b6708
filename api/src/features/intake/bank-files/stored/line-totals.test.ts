import { afterAll, describe, expect, it } from 'vitest';
import type { TestLoan } from '../../../../testing/arrange.ts';
import { DUE, openBankOffice, referenceOf } from '../../../../testing/bank-office.ts';
import { expectReconciled } from '../../../../testing/expect-reconciled.ts';
import { openOffice } from '../../../../testing/open-office.ts';

const office = await openBankOffice();
const { test, manager, arrangeHeld, upload, linesOf, lineOf, decide } = office;

const OWN = 'AE070331234567890123456';

type Written = { readonly account?: string; readonly day?: string; readonly reference?: string };

const entry = (amount: string, day: string, more: string) =>
  `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
  <BookgDt><Dt>${day}</Dt></BookgDt>${more}</Ntry>`;

const message = (name: string, statement: string, account: string, inside: string) =>
  `<Document><BkToCstmr${name}><${statement}><Acct><Id><IBAN>${account}</IBAN></Id></Acct>
  ${inside}</${statement}></BkToCstmr${name}></Document>`;

/** Builds the statement that has one amount for the whole batch. */
const total = (amount: string, { account = OWN, day = '2026-06-10', reference }: Written = {}) =>
  message(
    'Stmt',
    'Stmt',
    account,
    entry(amount, day, reference ? `<AcctSvcrRef>${reference}</AcctSvcrRef>` : ''),
  );

/** Builds the notification that has an amount for each loan. */
const details = (
  paid: readonly (readonly [string, TestLoan])[],
  { account = OWN, day = '2026-06-10', reference }: Written = {},
) =>
  message(
    'DbtCdtNtfctn',
    'Ntfctn',
    account,
    paid
      .map(([amount, loan]) =>
        entry(
          amount,
          day,
          `${reference ? `<NtryRef>${reference}</NtryRef>` : ''}<NtryDtls><TxDtls><RmtInf><Ustrd>${referenceOf(loan)}
          </Ustrd></RmtInf></TxDtls></NtryDtls>`,
        ),
      )
      .join(''),
  );

async function take(content: string, fileName: string): Promise<string> {
  const { body } = await upload(content, { fileName });
  if (!body.bankFile) throw new Error(JSON.stringify(body));
  return body.bankFile.id;
}
const post = async (fileId: string) => (await manager.post(`/api/bank-files/${fileId}/post`)).body;
const statesOf = async (fileId: string) => (await linesOf(fileId)).map(({ state }) => state);
const paidOn = async ({ id }: TestLoan): Promise<number[]> =>
  (await manager.get(`/api/loans/${id}/payments`)).body.payments.map(
    ({ amountMinor }: { amountMinor: number }) => amountMinor,
  );

const twice = <Value>(value: Value): readonly Value[] => [value, value];

/** Counts the calls of `arrange`, so that each test has amounts that no other test has. */
let used = 0;
async function arrange() {
  const [one, other] = [await arrangeHeld(), await arrangeHeld()];
  used += 1;
  const paid = [
    [`${used}.10`, one],
    [`${used}.25`, other],
  ] as const;
  return { one, other, paid, sum: `${used * 2}.35` };
}

afterAll(async () => {
  await expectReconciled(test.owner);
});

describe('the total of a batch and its details in another file', () => {
  it('are one money: after the details the total waits, and is posted only by decision', async () => {
    const { one, paid, sum } = await arrange();
    const single = await take(details(paid), 'details.xml');
    expect(await post(single)).toMatchObject({ posted: 2 });
    const whole = await take(total(sum), 'total.xml');
    const line = await lineOf(whole);
    expect(line).toMatchObject({
      state: 'needs-look',
      possibleDuplicateOf: { fileId: single, number: 1 },
      totalOf: { fileId: single, fileName: 'details.xml', lines: 2 },
    });
    expect(await linesOf(single)).toMatchObject(
      twice({ inTotal: { fileId: whole, fileName: 'total.xml', number: 1 } }),
    );
    expect(await post(whole)).toEqual({ posted: 0, refused: 0, left: 0 });
    await decide(whole, line.id, { decision: 'match', loanId: one.id });
    expect(await post(whole)).toMatchObject({ posted: 1 });
  });

  it('in the other order let the details post, and the total waits', async () => {
    const { one, paid, sum } = await arrange();
    const whole = await take(total(sum), 'total.xml');
    expect(await lineOf(whole)).toMatchObject({ totalOf: null, possibleDuplicateOf: null });
    const single = await take(details(paid), 'details.xml');
    expect(await statesOf(single)).toEqual(['matched', 'matched']);
    expect(await lineOf(whole)).toMatchObject({
      state: 'needs-look',
      possibleDuplicateOf: { fileId: single },
      totalOf: { lines: 2 },
    });
    expect(await post(single)).toMatchObject({ posted: 2 });
    expect(await paidOn(one)).toEqual([Number(paid[0][0].replace('.', ''))]);
  });

  it('after the total was posted let the details wait for a person', async () => {
    const { one, other, paid, sum } = await arrange();
    const whole = await take(total(sum), 'total.xml');
    await decide(whole, (await lineOf(whole)).id, { decision: 'match', loanId: one.id });
    expect(await post(whole)).toMatchObject({ posted: 1 });
    const single = await take(details(paid), 'details.xml');
    const lines = await linesOf(single);
    expect(lines).toMatchObject(
      twice({ state: 'needs-look', possibleDuplicateOf: { fileId: whole, number: 1 } }),
    );
    expect(await post(single)).toMatchObject({ posted: 0 });
    await decide(single, lines[1].id, { decision: 'match', loanId: other.id });
    expect(await post(single)).toMatchObject({ posted: 1 });
  });

  it('after the total was posted wait for a decision about the total, not about another line', async () => {
    const { one, paid, sum } = await arrange();
    const other = `Date,Amount,Payer,Description\n2026-06-10,${paid[0][0]},Ada,\n`;
    const alike = await take(other, 'other.csv');
    const whole = await take(total(sum), 'total.xml');
    await decide(whole, (await lineOf(whole)).id, { decision: 'match', loanId: one.id });
    expect(await post(whole)).toMatchObject({ posted: 1 });
    const single = await take(details(paid), 'details.xml');
    const { id, possibleDuplicateOf } = await lineOf(single);
    expect(possibleDuplicateOf).toMatchObject({ fileId: alike });
    const match = () => decide(single, id, { decision: 'match', loanId: one.id });
    await match();
    expect(await post(single)).toMatchObject({ posted: 0, refused: 1 });
    expect(await lineOf(single)).toMatchObject({
      state: 'needs-look',
      possibleDuplicateOf: { fileId: whole, number: 1 },
    });
    await match();
    expect(await post(single)).toMatchObject({ posted: 1 });
  });

  it('are refused by name once a person posts the total while the details are matched', async () => {
    const { one, paid, sum } = await arrange();
    const single = await take(details(paid), 'details.xml');
    const whole = await take(total(sum), 'total.xml');
    await decide(whole, (await lineOf(whole)).id, { decision: 'match', loanId: one.id });
    expect(await post(whole)).toMatchObject({ posted: 1 });
    expect(await post(single)).toMatchObject({ posted: 0, refused: 2 });
    expect(await linesOf(single)).toMatchObject(
      twice({ state: 'needs-look', possibleDuplicateOf: { fileId: whole } }),
    );
    const events = await test.owner`
      select after ->> 'refusal' as refusal from audit_events
      where event = 'post-bank-line' and subject_id = ${single}`;
    expect(events.map(({ refusal }) => refusal)).toEqual(twice('bank_money_posted_already'));
  });

  it('never lets the posting rule post the total, nor details of a posted total', async () => {
    await manager.put('/api/bank-posting-rule', { postsExact: true });
    const [one, other] = [await arrangeHeld(), await arrangeHeld()];
    const paid = [
      [DUE, one],
      [DUE, other],
    ] as const;
    const whole = await take(total('213.24', { day: '2026-06-20' }), 'total.xml');
    await decide(whole, (await lineOf(whole)).id, { decision: 'match', loanId: one.id });
    await post(whole);
    const single = await take(details(paid, { day: '2026-06-20' }), 'details.xml');
    expect(await statesOf(single)).toEqual(['needs-look', 'needs-look']);
    const naming = total('213.24', { day: '2026-06-20' }).replace(
      '</Ntry>',
      `<AddtlNtryInf>${referenceOf(other)}</AddtlNtryInf></Ntry>`,
    );
    expect(await statesOf(await take(naming, 'total-again.xml'))).toEqual(['needs-look']);
    await manager.put('/api/bank-posting-rule', { postsExact: false });
  });

  it('of three equal days are paired by day, in one file and in several', async () => {
    const { paid, sum } = await arrange();
    const days = ['2026-06-02', '2026-06-03', '2026-06-04'];
    const whole = await take(
      message('Stmt', 'Stmt', OWN, days.map((day) => entry(sum, day, '')).join('')),
      'totals.xml',
    );
    const files: string[] = [];
    for (const day of days.toReversed())
      files.unshift(await take(details(paid, { day }), `details-${day}.xml`));
    expect(
      (await linesOf(whole)).map(
        ({ totalOf }: { totalOf: { fileName: string } }) => totalOf.fileName,
      ),
    ).toEqual(days.map((day) => `details-${day}.xml`));
    for (const [at, file] of files.entries())
      expect(await lineOf(file)).toMatchObject({ inTotal: { number: at + 1 } });
  });

  it('are found by the reference of the bank', async () => {
    const { paid, sum } = await arrange();
    const [first, second] = [paid[0], paid[1]];
    const extra = ['99.00', first[1]] as const;
    const reference = 'BATCH-778899';
    const batch = details([first, second], { reference });
    // A third payment of the notification is not of this batch.
    const content = batch.replace('</Ntfctn>', `${entry(extra[0], '2026-06-10', '')}</Ntfctn>`);
    await take(content, 'details.xml');
    const whole = await take(total(sum, { reference, day: '2026-06-12' }), 'total.xml');
    expect(await lineOf(whole)).toMatchObject({ totalOf: { lines: 2 } });
  });
});

describe('an equal sum', () => {
  it.each([
    ['on another account', { account: 'AE460261001234567890123' }],
    ['weeks later', { day: '2026-06-25' }],
  ])('%s is other money', async (_name, written) => {
    const { paid, sum } = await arrange();
    await take(details(paid), 'details.xml');
    const whole = await take(total(sum, written), 'total.xml');
    expect(await lineOf(whole)).toMatchObject({ totalOf: null, possibleDuplicateOf: null });
  });

  it('in another portfolio is other money', async () => {
    const { paid, sum } = await arrange();
    await take(details(paid), 'details.xml');
    const stranger = await (await openOffice({ test, tag: 'other' })).signIn('manager');
    const { body } = await upload(total(sum), { client: stranger, fileName: 'total.xml' });
    const lines = await stranger.get(`/api/bank-files/${body.bankFile.id}/lines`);
    expect(lines.body.bankLines).toMatchObject([{ totalOf: null, possibleDuplicateOf: null }]);
  });

  it('without an account waits for a person, and blocks nothing', async () => {
    const { one, paid, sum } = await arrange();
    const row = `Date,Amount,Payer,Description\n2026-06-10,${sum},Batch,Collections\n`;
    const whole = await take(row, 'total.csv');
    await decide(whole, (await lineOf(whole)).id, { decision: 'match', loanId: one.id });
    expect(await post(whole)).toMatchObject({ posted: 1 });
    const single = await take(details(paid), 'details.xml');
    expect(await statesOf(single)).toEqual(['matched', 'matched']);
    expect(await post(single)).toMatchObject({ posted: 2, refused: 0 });
  });
});
