import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { DUE, openBankOffice, referenceOf } from '../../../../testing/bank-office.ts';
import { expectReconciled } from '../../../../testing/expect-reconciled.ts';
import { INSTALMENT, openOffice } from '../../../../testing/open-office.ts';

const office = await openBankOffice();
const { test, portfolio, manager, arrangeHeld, bankId, upload, uploadRows, linesOf } = office;
const other = await openOffice({ test, tag: 'other' });
const path = '/api/bank-posting-rule';
const allow = (postsExact: boolean) => manager.put(path, { postsExact });

beforeEach(async () => {
  expect(await allow(true)).toMatchObject({ status: 200, body: { postsExact: true } });
});

afterAll(async () => {
  await expectReconciled(test.owner);
});

/** Returns a payer whom no other line has, so that no line is a possible duplicate of another. */
const payer = (): string => `Payer${bankId()}`;

const statesOf = async (file: string) =>
  (await linesOf(file)).map(({ state, isPostedByRule }) => [state, isPostedByRule]);

describe('the posting rule', () => {
  it('posts a line with the whole reference of a loan and exactly what it has due', async () => {
    const loan = await arrangeHeld();
    const file = await uploadRows(
      `2026-06-10,${DUE},${payer()},Loan ${referenceOf(loan)},${bankId()}`,
    );
    expect(await statesOf(file)).toEqual([['posted', true]]);
    expect((await manager.get(`/api/bank-files/${file}`)).body.byRule).toEqual({
      posted: 1,
      waiting: 0,
    });
    const { payments } = (await manager.get(`/api/loans/${loan.id}/payments`)).body;
    expect(payments).toMatchObject([{ amountMinor: INSTALMENT, valueDate: '2026-06-10' }]);
    const [event] = await test.owner`
      select after from audit_events where event = 'post-bank-line' and subject_id = ${file}`;
    expect(event).toMatchObject({ after: { byRule: 'true', state: 'posted' } });
  });

  it('posts nothing while it is off, which it is at first', async () => {
    const stranger = await other.signIn('manager');
    expect((await stranger.get(path)).body).toEqual({
      postsExact: false,
      mayChange: true,
      changedBy: null,
      changedAt: null,
    });
    await allow(false);
    const loan = await arrangeHeld();
    const file = await uploadRows(`2026-06-10,${DUE},${payer()},${referenceOf(loan)},${bankId()}`);
    expect(await statesOf(file)).toEqual([['matched', false]]);
    const posted = await manager.post(`/api/bank-files/${file}/post?byRule=true`);
    expect(posted.body).toMatchObject({ posted: 0 });
    expect(await statesOf(file)).toEqual([['matched', false]]);
  });

  it.each<[string, (reference: string, second: string) => string, string]>([
    ['an amount that is not due', (reference) => reference, '106.61'],
    ['twice the amount', (reference) => reference, '213.24'],
    ['an incomplete reference', (reference) => reference.replace('L-00', 'L-'), DUE],
    ['two references', (reference, second) => `${reference} ${second}`, DUE],
    ['returned money', (reference) => `Returned ${reference}`, DUE],
    ['a possible reversal', (reference) => `Rücklastschrift ${reference}`, DUE],
  ])('leaves %s to a person', async (_name, write, amount) => {
    const [loan, second] = [await arrangeHeld(), await arrangeHeld()];
    const text = write(referenceOf(loan), referenceOf(second));
    const file = await uploadRows(`2026-06-10,${amount},${payer()},${text},${bankId()}`);
    const [[state, isByRule] = []] = await statesOf(file);
    expect(state).not.toBe('posted');
    expect(isByRule).toBe(false);
  });

  it('leaves two lines for one loan to a person, because only one of them is due', async () => {
    const loan = await arrangeHeld();
    const file = await uploadRows(
      `2026-06-09,${DUE},${payer()},${referenceOf(loan)},${bankId()}`,
      `2026-06-10,${DUE},${payer()},${referenceOf(loan)},${bankId()}`,
    );
    expect(await statesOf(file)).toEqual([
      ['matched', false],
      ['matched', false],
    ]);
  });

  it('leaves a payment of the instalment after the current one to a person', async () => {
    const loan = await arrangeHeld();
    const rowOf = (day: string) => `${day},${DUE},${payer()},${referenceOf(loan)},${bankId()}`;
    const overdue = await uploadRows(rowOf('2026-06-09'));
    const current = await uploadRows(rowOf('2026-06-10'));
    const next = await uploadRows(rowOf('2026-06-11'));
    expect(await statesOf(overdue)).toEqual([['posted', true]]);
    expect(await statesOf(current)).toEqual([['posted', true]]);
    expect(await statesOf(next)).toEqual([['matched', false]]);
    const { payments } = (await manager.get(`/api/loans/${loan.id}/payments`)).body;
    expect(payments).toHaveLength(2);
  });

  it('leaves a line to a person if its payer pays another loan', async () => {
    const [known, named] = [await arrangeHeld(), await arrangeHeld()];
    const rowsOf = (reference: string) =>
      `Date,Amount,Name,Payer IBAN,Reference,Transaction ID\n2026-06-10,${DUE},${payer()},DE02120300000000202051,${reference},${bankId()}\n`;
    const first = await upload(rowsOf(referenceOf(known)));
    expect(await statesOf(first.body.bankFile.id)).toEqual([['posted', true]]);
    const { body } = await upload(rowsOf(referenceOf(named)));
    expect(await statesOf(body.bankFile.id)).toEqual([['matched', false]]);
  });

  it('posts nothing of a file whose balance does not agree', async () => {
    const [loan, second] = [await arrangeHeld(), await arrangeHeld()];
    const head = 'Date,Amount,Name,Reference,Balance';
    const rows = [
      `2026-06-08,${DUE},${payer()},${referenceOf(loan)},1106.62`,
      `2026-06-09,10.00,${payer()},nothing,1116.62`,
      `2026-06-10,${DUE},${payer()},${referenceOf(second)},1999.00`,
    ];
    const { body } = await upload(`${head}\n${rows.join('\n')}\n`, { answers: {} });
    // The file is refused, asked about or stored with gaps; in no case is a line posted.
    expect(body.bankFile?.byRule.posted ?? 0).toBe(0);
  });

  // Only some tries hit the moment at which one upload refers to the other's line.
  it('posts each line once, if the file is sent twice at once', { repeats: 19 }, async () => {
    const loan = await arrangeHeld();
    const content = `Date,Amount,Name,Reference,Transaction ID\n2026-06-10,${DUE},${payer()},${referenceOf(loan)},${bankId()}\n`;
    await Promise.all([upload(content), upload(content)]);
    const [count] = await test.owner`
      select count(*)::int as n from payments where loan_id = ${loan.id}`;
    expect(count?.['n']).toBe(1);
  });

  it('is changed by the manager alone, with one audit event for each change', async () => {
    await allow(true);
    await allow(false);
    const events = await test.owner<Record<'before' | 'after', { postsExact: string }>[]>`
      select before, after from audit_events where event = 'change-bank-posting-rule'
        and subject_id = ${portfolio.id}`;
    const changes = events.map(({ before, after }) => `${before.postsExact} ${after.postsExact}`);
    // The rule was off at first and is off now, so each switch on has a switch off.
    expect(changes.filter((change) => change === 'false true')).toHaveLength(changes.length / 2);
    expect(changes.filter((change) => change === 'true false')).toHaveLength(changes.length / 2);
    for (const who of ['desk', 'agent'] as const) {
      const client = await office.signIn(who);
      expect((await client.get(path)).status).toBe(403);
      expect((await client.put(path, { postsExact: true })).status).toBe(403);
    }
    const stranger = await other.signIn('manager');
    expect((await stranger.put(path, { postsExact: true })).status).toBe(200);
    expect((await manager.get(path)).body).toMatchObject({ postsExact: false });
    await test.owner`insert into role_permissions (role, permission, granted, changed_by, changed_at)
      values ('user', 'change-bank-posting-rule', false, ${portfolio.manager.id}, now())`;
    const limited = await office.signIn('manager');
    expect((await limited.put(path, { postsExact: true })).status).toBe(403);
    expect((await limited.get(path)).body).toMatchObject({ mayChange: false });
    await test.owner`delete from role_permissions where permission = 'change-bank-posting-rule'`;
  });
});
