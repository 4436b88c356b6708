import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeApprovalRule } from '../../../../testing/arrange.ts';
import { DUE, openBankOffice, referenceOf } from '../../../../testing/bank-office.ts';
import { expectReconciled } from '../../../../testing/expect-reconciled.ts';
import { INSTALMENT, openOffice, paymentOf } from '../../../../testing/open-office.ts';
import type { TestClient } from '../../../../testing/test-app.ts';

const office = await openBankOffice();
const { test, portfolio, manager, arrangeHeld, bankId, upload, uploadRows, linesOf } = office;
const other = await openOffice({ test, tag: 'other' });

const setApproval = (required: boolean) =>
  test.owner`update approval_rules set required = ${required} where portfolio_id = ${portfolio.id}`;

beforeAll(async () => {
  for (const kind of ['reverse-payment', 'refund-credit'] as const) {
    await arrangeApprovalRule(test.owner, portfolio, { kind, required: false });
  }
});

const pathOf = (file: string, line: string) => `/api/bank-files/${file}/lines/${line}`;
const returnsOf = async (file: string, line: string) =>
  (await manager.get(`${pathOf(file, line)}/returns`)).body;
const confirm = (file: string, line: string, body: object, client: TestClient = manager) =>
  client.put(`${pathOf(file, line)}/return`, {
    id: uuidv7(),
    kind: 'payment',
    reason: 'Returned by the bank',
    ...body,
  });
const undo = (file: string, line: string, body: object = {}) =>
  manager.post(`${pathOf(file, line)}/return/undo`, { id: uuidv7(), reason: 'Mistake', ...body });
const effectiveOf = async (loanId: string) =>
  (await manager.get(`/api/loans/${loanId}/payments`)).body.payments.filter(
    ({ reversal }: { reversal: unknown }) => reversal === null,
  );

/**
 * Uploads a file with a payment of the loan and the outgoing line of its return; posts the payment.
 */
async function arrangeReturn({
  fee = '',
  text = 'Rücklastschrift AM04',
  name = 'Grace Hopper',
} = {}) {
  const loan = await arrangeHeld({ borrowerName: name });
  const [paidId, backId] = [bankId(), bankId()];
  const amount = fee || DUE;
  const file = await uploadRows(
    `2026-06-03,${DUE},${name},Loan ${referenceOf(loan)},${paidId}`,
    `2026-06-08,-${amount},${name},${text} ${referenceOf(loan)},${backId}`,
  );
  await manager.post(`/api/bank-files/${file}/post`);
  const [paid, back] = await linesOf(file);
  return { loan, file, paid, back };
}

describe('an outgoing line', () => {
  it('proposes the payment that it returns, and reverses it once a user confirms', async () => {
    const { loan, file, paid, back } = await arrangeReturn();
    expect(back).toMatchObject({
      state: 'left-out',
      reason: 'debit',
      returned: null,
      mayReturn: {
        kind: 'payment',
        id: paid.paymentId,
        amountMinor: INSTALMENT,
        feeMinor: 0,
        valueDate: '2026-06-03',
        refundedOn: null,
        loan: { id: loan.id },
        evidence: ['reference', 'name', 'same-amount', 'return-text', 'return-code'],
      },
    });
    expect(await effectiveOf(loan.id)).toHaveLength(1);
    const confirmed = await confirm(file, back.id, { returnedId: paid.paymentId });
    expect(confirmed).toMatchObject({
      status: 200,
      body: {
        state: 'returned',
        reason: 'debit',
        loan: { id: loan.id },
        returned: { kind: 'payment', amountMinor: INSTALMENT, feeMinor: 0, outcome: 'done' },
        mayReturn: null,
      },
    });
    expect(await effectiveOf(loan.id)).toEqual([]);
    expect((await linesOf(file))[0]).toMatchObject({ state: 'posted', isReversed: true });
    const [row] = await test.owner`
      select event, after from audit_events where event = 'confirm-bank-return'
        and subject_id = ${file}`;
    expect(row).toMatchObject({
      after: { line: 2, outcome: 'reversed', paymentId: paid.paymentId },
    });
    await expectReconciled(test.owner);
  });

  it('shows the fee of the bank, which stays outside the reversal', async () => {
    const { file, paid, back } = await arrangeReturn({ fee: '111.62' });
    expect(back.mayReturn).toMatchObject({ amountMinor: INSTALMENT, feeMinor: 500 });
    const { body } = await confirm(file, back.id, { returnedId: paid.paymentId });
    expect(body.returned).toMatchObject({ amountMinor: INSTALMENT, feeMinor: 500 });
  });

  it('proposes no payment of a smaller amount if nothing says that it is a return', async () => {
    const { back } = await arrangeReturn({ fee: '111.62', text: 'Transfer' });
    expect(back.mayReturn).toBeNull();
  });

  it.each([
    ['a later payment', '2026-06-02', DUE, 'Rear Admiral'],
    ['another amount', '2026-06-08', '106.61', 'Rear Admiral'],
    ['a payer whom nothing connects', '2026-06-08', DUE, 'Somebody Else'],
  ])('proposes nothing for %s', async (_name, day, amount, name) => {
    const loan = await arrangeHeld({ borrowerName: 'Rear Admiral' });
    const file = await uploadRows(
      `2026-06-03,${DUE},Rear Admiral,${referenceOf(loan)},${bankId()}`,
      `${day},-${amount},${name},Returned,${bankId()}`,
    );
    await manager.post(`/api/bank-files/${file}/post`);
    const [, back] = await linesOf(file);
    expect(back.mayReturn).toBeNull();
    expect((await returnsOf(file, back.id)).returns).toEqual([]);
  });

  it('finds the payment by the id that the bank gave it', async () => {
    const loan = await arrangeHeld({ borrowerName: 'Ida Rhodes' });
    const id = `E2E-${uuidv7().slice(-8)}`;
    const file = await uploadRows(
      `2026-06-03,${DUE},Ida Rhodes,${referenceOf(loan)},${id}`,
      `2026-06-08,-${DUE},,Chargeback ${id},${bankId()}`,
    );
    await manager.post(`/api/bank-files/${file}/post`);
    const [paid, back] = await linesOf(file);
    expect(back.mayReturn).toMatchObject({
      id: paid.paymentId,
      evidence: ['bank-reference', 'same-amount', 'return-text'],
    });
  });

  it('finds the payment by the account of its payer', async () => {
    const loan = await arrangeHeld({ borrowerName: 'Ruth Teitelbaum' });
    const head = 'Date,Amount,Name,Payer IBAN,Reference,Transaction ID';
    const iban = 'DE02120300000000202051';
    const rows = [
      `2026-06-03,${DUE},A company,${iban},${referenceOf(loan)},${bankId()}`,
      `2026-06-08,-${DUE},A company,${iban},retoure,${bankId()}`,
    ];
    const { body } = await upload(`${head}\n${rows.join('\n')}\n`);
    const file = body.bankFile.id;
    await manager.post(`/api/bank-files/${file}/post`);
    const [paid, back] = await linesOf(file);
    expect(back.mayReturn).toMatchObject({
      id: paid.paymentId,
      evidence: ['account', 'same-amount', 'return-text'],
    });
  });
});

describe('a confirmed return', () => {
  it('is one reversal, if two users confirm the line at once, and on a retry', async () => {
    const { loan, file, paid, back } = await arrangeReturn({ name: 'Betty Holberton' });
    const deputy = await office.signInDeputy();
    const returnedId = paid.paymentId;
    const both = await Promise.all([
      confirm(file, back.id, { returnedId }),
      confirm(file, back.id, { returnedId }, deputy),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const again = await confirm(file, back.id, { returnedId });
    expect(again).toMatchObject({ status: 200, body: { state: 'returned' } });
    const [count] = await test.owner`
      select count(*)::int as n from payment_reversals where loan_id = ${loan.id}`;
    expect(count?.['n']).toBe(1);
  });

  it('is not proposed again by the same file, even if an equal payment remains', async () => {
    const loan = await arrangeHeld({ borrowerName: 'Kay McNulty' });
    const back = `2026-06-08,-${DUE},Kay McNulty,Returned ${referenceOf(loan)},${bankId()}`;
    const rows = [
      `2026-05-03,${DUE},Kay McNulty,${referenceOf(loan)},${bankId()}`,
      `2026-06-03,${DUE},Kay McNulty,${referenceOf(loan)},${bankId()}`,
    ];
    const file = await uploadRows(...rows, back);
    await manager.post(`/api/bank-files/${file}/post`);
    const [, , line] = await linesOf(file);
    expect(line.mayReturn).toMatchObject({ valueDate: '2026-06-03' });
    await confirm(file, line.id, { returnedId: line.mayReturn.id });
    const secondFile = await uploadRows(...rows, back);
    const [, , copy] = await linesOf(secondFile);
    expect(copy).toMatchObject({ state: 'left-out', mayReturn: null });
    expect(await returnsOf(secondFile, copy.id)).toEqual({
      returns: [],
      alreadyConfirmed: { fileId: file, fileName: 'June.csv', number: 3 },
      splitLine: null,
    });
    const [first] = await effectiveOf(loan.id);
    const refused = await confirm(secondFile, copy.id, { returnedId: first.id });
    expect(refused).toMatchObject({ status: 409, body: { error: 'bank_return_changed' } });
    expect(await effectiveOf(loan.id)).toHaveLength(1);
  });

  it('is refused with what to do if an earlier version gave it the id of its payment', async () => {
    const { loan, file, paid, back } = await arrangeReturn({ name: 'Mary Kenneth' });
    await test.owner.begin(async (transaction) => {
      await transaction`alter table bank_file_lines disable trigger user`;
      await transaction`
        update bank_file_lines set payment_id = ${paid.paymentId} where id = ${back.id}`;
      await transaction`alter table bank_file_lines enable trigger user`;
    });
    const refused = await confirm(file, back.id, { returnedId: paid.paymentId });
    expect(refused).toMatchObject({ status: 409, body: { error: 'bank_return_shares_id' } });
    expect(refused.body.message).toContain('Reverse the payment on its loan');
    expect(await effectiveOf(loan.id)).toHaveLength(1);
  });

  it('is undone by posting the payment again, once', async () => {
    const { loan, file, paid, back } = await arrangeReturn({ name: 'Jean Bartik' });
    await confirm(file, back.id, { returnedId: paid.paymentId });
    const id = uuidv7();
    const undone = await undo(file, back.id, { id });
    expect(undone).toMatchObject({
      status: 200,
      body: { state: 'left-out', reason: 'debit', returned: null, loan: null },
    });
    expect(await undo(file, back.id, { id })).toMatchObject({ status: 200 });
    expect(await effectiveOf(loan.id)).toMatchObject([
      { id, amountMinor: INSTALMENT, valueDate: '2026-06-03' },
    ]);
    expect(await undo(file, back.id)).toMatchObject({ body: { error: 'bank_line_not_returned' } });
    await expectReconciled(test.owner);
  });

  it('is undone for the agent who earned the payment, also after the loan moved', async () => {
    const { loan, file, paid, back } = await arrangeReturn({ name: 'Kathleen McNulty' });
    const [before] = await effectiveOf(loan.id);
    await confirm(file, back.id, { returnedId: paid.paymentId });
    const target = { kind: 'team', id: portfolio.otherTeam.id };
    const move = { id: uuidv7(), selection: { loanIds: [loan.id] }, target, reason: 'Region' };
    const moved = await manager.post('/api/assignments', move);
    expect(moved.body).toMatchObject({ outcome: 'assigned' });
    expect(await undo(file, back.id)).toMatchObject({ status: 200 });
    const [after] = await effectiveOf(loan.id);
    expect(before.agent).not.toBeNull();
    expect(after).toMatchObject({ agent: before.agent, team: before.team });
    await expectReconciled(test.owner);
  });

  it('says what the books do not allow to undo', async () => {
    const { loan, file, paid, back } = await arrangeReturn({ name: 'Marlyn Meltzer' });
    await confirm(file, back.id, { returnedId: paid.paymentId });
    const { body } = await manager.get(`/api/loans/${loan.id}/payoff-quote`);
    await manager.post(
      `/api/loans/${loan.id}/payments`,
      paymentOf({ amountMinor: body.totalMinor, valueDate: body.on }),
    );
    const refused = await undo(file, back.id);
    expect(refused).toMatchObject({ status: 409, body: { error: 'loan_is_closed' } });
    expect((await linesOf(file))[1]).toMatchObject({ state: 'returned' });
  });

  it('waits for a second person if the portfolio requires one, and is open again if declined', async () => {
    const { loan, file, paid, back } = await arrangeReturn({ name: 'Adele Goldstine' });
    await setApproval(true);
    const id = uuidv7();
    const asked = await confirm(file, back.id, { id, returnedId: paid.paymentId });
    await setApproval(false);
    expect(asked.body).toMatchObject({
      state: 'returned',
      returned: { outcome: 'awaiting-approval' },
    });
    expect(await effectiveOf(loan.id)).toHaveLength(1);
    expect(await undo(file, back.id)).toMatchObject({
      status: 409,
      body: { error: 'bank_return_awaits_approval' },
    });
    const deputy = await office.signInDeputy();
    expect(
      await deputy.post(`/api/approvals/${id}/decision`, { decision: 'decline', reason: 'No' }),
    ).toMatchObject({ status: 200 });
    expect((await linesOf(file))[1].returned).toMatchObject({ outcome: 'not-done' });
    expect(await undo(file, back.id)).toMatchObject({ body: { state: 'left-out' } });
    expect(await effectiveOf(loan.id)).toHaveLength(1);
  });
});

describe('a refund of a credit balance', () => {
  /** Creates a loan whose borrower has 50.00 of credit. */
  async function arrangeCredit(name: string) {
    const loan = await arrangeHeld({ borrowerName: name });
    const payment = paymentOf({
      amountMinor: INSTALMENT + 5_000,
      overpaymentTreatment: 'credit',
      method: 'bank-transfer',
    });
    expect(await manager.post(`/api/loans/${loan.id}/payments`, payment)).toMatchObject({
      status: 200,
    });
    return loan;
  }
  const creditOf = async (loanId: string) =>
    (await manager.get(`/api/loans/${loanId}/credit`)).body.creditMinor;

  it('is proposed, booked once confirmed, and undone', async () => {
    const loan = await arrangeCredit('Klara von Neumann');
    const file = await uploadRows(
      `2026-06-10,-50.00,Klara von Neumann,Refund ${referenceOf(loan)},${bankId()}`,
      `2026-06-10,1.00,Nobody,none,${bankId()}`,
    );
    const [line] = await linesOf(file);
    expect(line.mayReturn).toMatchObject({
      kind: 'credit',
      id: loan.id,
      amountMinor: 5_000,
      evidence: ['reference', 'name', 'credit-balance'],
    });
    const confirmed = await confirm(file, line.id, { kind: 'credit', returnedId: loan.id });
    expect(confirmed.body).toMatchObject({
      state: 'returned',
      returned: { kind: 'credit', amountMinor: 5_000, outcome: 'done' },
    });
    expect(await creditOf(loan.id)).toBe(0);
    expect(await undo(file, line.id)).toMatchObject({ body: { state: 'left-out' } });
    expect(await creditOf(loan.id)).toBe(5_000);
    await expectReconciled(test.owner);
  });

  it('that is recorded already is named, and nothing is proposed in the list', async () => {
    const loan = await arrangeCredit('Evelyn Boyd');
    const refund = {
      id: uuidv7(),
      amountMinor: 5_000,
      currency: 'USD',
      method: 'bank-transfer',
      reason: 'Overpaid',
    };
    await manager.post(
      `/api/loans/${loan.id}/payments`,
      paymentOf({ amountMinor: 5_000, method: 'cheque' }),
    );
    await manager.post(`/api/loans/${loan.id}/credit-refunds`, refund);
    const file = await uploadRows(
      `2026-06-10,-50.00,Evelyn Boyd,${referenceOf(loan)},${bankId()}`,
      `2026-06-10,1.00,Nobody,none,${bankId()}`,
    );
    const [line] = await linesOf(file);
    expect(line.mayReturn).toBeNull();
    const { returns } = await returnsOf(file, line.id);
    expect(returns).toMatchObject([{ kind: 'payment', refundedOn: '2026-06-15' }]);
  });
});

describe('returns', () => {
  it('are refused for money that came in, and for payments that were not proposed', async () => {
    const { file, paid, back } = await arrangeReturn({ name: 'Mary Jackson' });
    const unrelated = await arrangeReturn({ name: 'Annie Easley' });
    expect(await confirm(file, paid.id, { returnedId: paid.paymentId })).toMatchObject({
      status: 409,
      body: { error: 'bank_line_not_outgoing' },
    });
    const wrong = { returnedId: unrelated.paid.paymentId };
    expect(await confirm(file, back.id, wrong)).toMatchObject({
      status: 409,
      body: { error: 'bank_return_changed' },
    });
    expect(await confirm(file, back.id, { returnedId: paid.paymentId, reason: ' ' })).toMatchObject(
      {
        status: 400,
        body: { error: 'reason_missing' },
      },
    );
    expect(await effectiveOf(unrelated.loan.id)).toHaveLength(1);
  });

  it('are out of reach of other portfolios, of teams and agents, and without the permission', async () => {
    const { loan, file, paid, back } = await arrangeReturn({ name: 'Christine Darden' });
    const body = { returnedId: paid.paymentId };
    const stranger = await other.signIn('manager');
    expect((await stranger.get(`${pathOf(file, back.id)}/returns`)).status).toBe(404);
    expect((await confirm(file, back.id, body, stranger)).status).toBe(404);
    for (const who of ['desk', 'agent'] as const) {
      const client = await office.signIn(who);
      expect((await client.get(`${pathOf(file, back.id)}/returns`)).status).toBe(403);
      expect((await confirm(file, back.id, body, client)).status).toBe(403);
    }
    await test.owner`insert into role_permissions (role, permission, granted, changed_by, changed_at)
      values ('user', 'reverse-payment', false, ${portfolio.manager.id}, now())`;
    const limited = await office.signIn('manager');
    expect(await confirm(file, back.id, body, limited)).toMatchObject({
      status: 403,
      body: { error: 'permission_missing' },
    });
    await test.owner`delete from role_permissions where permission = 'reverse-payment'`;
    expect(await effectiveOf(loan.id)).toHaveLength(1);
  });
});
