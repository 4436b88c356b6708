import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeApprovalRule } from '../../../testing/arrange.ts';
import { expectReconciled } from '../../../testing/expect-reconciled.ts';
import { openOffice, paymentOf } from '../../../testing/open-office.ts';

const { test, portfolio, arrangeHeld, signIn } = await openOffice();
for (const kind of ['reverse-payment', 'waive-charge'] as const) {
  await arrangeApprovalRule(test.owner, portfolio, { kind, required: false });
}
const manager = await signIn('manager');
const desk = await signIn('desk');
const agent = await signIn('agent');
const TODAY = '2026-06-15';

const chargeOf = (wishes: object = {}) => ({
  id: uuidv7(),
  portion: 'fee',
  kind: 'reminder',
  amountMinor: 1_500,
  currency: 'USD',
  dueOn: TODAY,
  reason: 'Second reminder sent',
  ...wishes,
});

const add = async (loanId: string, wishes: object = {}) => {
  const body = chargeOf(wishes);
  const answer = await desk.post(`/api/loans/${loanId}/charges`, body);
  expect(answer).toMatchObject({ status: 200, body: { outcome: 'done' } });
  return body.id;
};
const waive = (loanId: string, chargeId: string, wishes: object = {}) =>
  desk.post(`/api/loans/${loanId}/charges/${chargeId}/waiver`, {
    id: uuidv7(),
    amountMinor: 1_500,
    reason: 'Goodwill',
    ...wishes,
  });
const undo = (loanId: string, chargeId: string, waiverId: string, wishes: object = {}) =>
  desk.post(`/api/loans/${loanId}/charges/${chargeId}/waivers/${waiverId}/undo`, {
    id: uuidv7(),
    reason: 'Waived by mistake',
    ...wishes,
  });
const pay = async (loanId: string, wishes: object) => {
  const body = paymentOf({ valueDate: TODAY, ...wishes });
  const answer = await desk.post(`/api/loans/${loanId}/payments`, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.payment;
};
const reverse = (loanId: string, paymentId: string) =>
  desk.post(`/api/loans/${loanId}/payments/${paymentId}/reversal`, {
    id: uuidv7(),
    reason: 'Bounced',
  });
const read = async (loanId: string) => (await desk.get(`/api/loans/${loanId}`)).body;
const list = async (loanId: string) =>
  (await desk.get(`/api/loans/${loanId}/charges`)).body.charges;

const balancesOf = async (loanId: string) =>
  Object.fromEntries(
    (
      await test.owner<{ account: string; balance: number }[]>`
        select line.account, sum(line.debit_minor - line.credit_minor)::bigint as balance
        from ledger_lines line join ledger_transactions entry on entry.id = line.transaction_id
        where entry.loan_id = ${loanId}
        group by 1 having sum(line.debit_minor - line.credit_minor) <> 0`
    ).map(({ account, balance }) => [account, balance]),
  );

describe('a charged fee or penalty', () => {
  it('is due with the first instalment on or after its day, receivable, and income once it is paid', async () => {
    const { id } = await arrangeHeld();
    const before = await read(id);
    const fee = await add(id);
    expect(await list(id)).toMatchObject([
      { id: fee, instalmentNumber: 2, openMinor: 1_500, paidMinor: 0, waivers: [] },
    ]);
    const charged = await read(id);
    expect(charged.instalments[1]).toMatchObject({ number: 2, feeMinor: 1_500 });
    expect(charged.remainingMinor).toBe(before.remainingMinor + 1_500);
    expect(charged.payoffMinor).toBe(before.payoffMinor + 1_500);
    expect(await balancesOf(id)).toEqual({ 'fee-receivable': 1_500, 'deferred-fees': -1_500 });
    await pay(id, { amountMinor: charged.payoffMinor });
    expect(await balancesOf(id)).toMatchObject({ 'fee-income': -1_500 });
    expect(await balancesOf(id)).not.toHaveProperty('fee-receivable');
    expect(await list(id)).toMatchObject([{ paidMinor: 1_500, openMinor: 0 }]);
    await expectReconciled(test.owner);
  });

  it('is paid in the order of the product, the earliest charge of an instalment first', async () => {
    const { id } = await arrangeHeld();
    const first = await add(id, { dueOn: '2026-06-01', amountMinor: 400 });
    const second = await add(id, { dueOn: '2026-06-01', amountMinor: 600 });
    await add(id, {
      dueOn: '2026-06-01',
      amountMinor: 250,
      portion: 'penalty',
      kind: 'late-payment',
    });
    const payment = await pay(id, { amountMinor: 1_000 });
    expect(payment).toMatchObject({ penaltyMinor: 250, feeMinor: 750, interestMinor: 0 });
    const paid = new Map(
      (await list(id)).map((one: { id: string; paidMinor: number }) => [one.id, one.paidMinor]),
    );
    expect([paid.get(first), paid.get(second)]).toEqual([400, 350]);
    await expectReconciled(test.owner);
  });

  it('gets its own row after the last instalment', async () => {
    const { id } = await arrangeHeld();
    await add(id, { dueOn: '2027-08-10' });
    const { instalments } = await read(id);
    expect(instalments).toHaveLength(13);
    expect(instalments[12]).toMatchObject({
      dueOn: '2027-08-10',
      feeMinor: 1_500,
      principalMinor: 0,
    });
    await expectReconciled(test.owner);
  });

  it('counts from its own day, so a reallocated earlier payment does not pay it', async () => {
    const { id } = await arrangeHeld();
    const early = await pay(id, { amountMinor: 2_000, valueDate: '2026-06-02' });
    await pay(id, { amountMinor: 3_000, valueDate: '2026-06-03', method: 'card' });
    await add(id, { dueOn: '2026-06-01' });
    const later = await pay(id, { amountMinor: 1_000, method: 'cheque' });
    expect(later).toMatchObject({ feeMinor: 1_000 });
    await reverse(id, early.id);
    const [third, second] = (await desk.get(`/api/loans/${id}/payments`)).body.payments;
    expect(second).toMatchObject({ feeMinor: 0, interestMinor: 1_200, principalMinor: 1_800 });
    expect(third).toMatchObject({ feeMinor: 1_000 });
    await expectReconciled(test.owner);
  });

  it('is stored once, however often it is sent, and refused with other content', async () => {
    const { id } = await arrangeHeld();
    const body = chargeOf();
    const path = `/api/loans/${id}/charges`;
    const answers = await Promise.all([desk.post(path, body), desk.post(path, body)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await list(id)).toHaveLength(1);
    const other = await desk.post(path, { ...body, amountMinor: 1 });
    expect(other.body.error).toBe('id_reused_with_different_content');
  });

  it('is refused with the first reason in this order', async () => {
    const { id } = await arrangeHeld();
    const closed = await arrangeHeld();
    await pay(closed.id, { amountMinor: (await read(closed.id)).payoffMinor });
    const refusals = [
      [id, { reason: ' ', amountMinor: 0 }, 'reason_missing'],
      [closed.id, { currency: 'EUR' }, 'loan_is_not_active'],
      [id, { currency: 'EUR', amountMinor: 0 }, 'currency_differs'],
      [id, { amountMinor: 0, dueOn: '2026-04-01' }, 'amount_not_positive'],
      [id, { dueOn: '2026-04-30' }, 'value_date_before_disbursement'],
    ] as const;
    for (const [loanId, wishes, error] of refusals) {
      const answer = await desk.post(`/api/loans/${loanId}/charges`, chargeOf(wishes));
      expect(answer.body.error).toBe(error);
    }
    expect((await desk.post(`/api/loans/${closed.id}/charges`, chargeOf())).body.details).toEqual({
      status: 'closed',
      event: 'add-charge',
    });
    expect((await agent.post(`/api/loans/${id}/charges`, chargeOf())).status).toBe(403);
  });
});

describe('a waiver of a charge', () => {
  it('removes the open amount from schedule and ledger, and leaves the paid amount', async () => {
    const { id } = await arrangeHeld();
    const fee = await add(id, { dueOn: '2026-06-01' });
    await pay(id, { amountMinor: 600 });
    expect((await waive(id, fee)).body).toMatchObject({
      error: 'waiver_exceeds_open',
      details: { openMinor: 900 },
    });
    expect(await waive(id, fee, { amountMinor: 900 })).toMatchObject({ status: 200 });
    expect(await list(id)).toMatchObject([{ waivedMinor: 900, paidMinor: 600, openMinor: 0 }]);
    expect((await read(id)).instalments[0]).toMatchObject({ feeMinor: 600, feePaidMinor: 600 });
    expect(await balancesOf(id)).toEqual({ cash: 600, 'fee-income': -600 });
    await expectReconciled(test.owner);
  });

  it('is undone once by the opposite event, and can then be repeated', async () => {
    const { id } = await arrangeHeld();
    const fee = await add(id, { dueOn: '2026-06-01' });
    const waiver = uuidv7();
    await waive(id, fee, { id: waiver });
    await pay(id, { amountMinor: 2_000 });
    const body = { id: uuidv7() };
    const answers = [await undo(id, fee, waiver, body), await undo(id, fee, waiver, body)];
    expect(answers.map((answer) => answer.body)).toMatchObject([
      { outcome: 'done', replayed: false },
      { outcome: 'done', replayed: true },
    ]);
    expect((await undo(id, fee, waiver)).body.error).toBe('waiver_already_undone');
    expect(await list(id)).toMatchObject([{ openMinor: 1_500, waivers: [{ undone: {} }] }]);
    await expectReconciled(test.owner);
    const [payment] = (await desk.get(`/api/loans/${id}/payments`)).body.payments;
    expect(payment).toMatchObject({ feeMinor: 0 });
    await pay(id, { amountMinor: 500, method: 'card' });
    await waive(id, fee, { amountMinor: 1_000 });
    await reverse(id, payment.id);
    expect(await list(id)).toMatchObject([{ waivedMinor: 1_000, paidMinor: 500, openMinor: 0 }]);
    await expectReconciled(test.owner);
  });

  it('waits for a second person if the rule requires one', async () => {
    const asks = (required: boolean) =>
      test.owner`update approval_rules set required = ${required} where kind = 'waive-charge'`;
    await asks(true);
    const { id } = await arrangeHeld();
    const fee = await add(id);
    const waiver = uuidv7();
    expect((await waive(id, fee, { id: waiver })).body).toEqual({
      outcome: 'awaiting-approval',
      replayed: false,
    });
    expect(await list(id)).toMatchObject([{ openMinor: 1_500, waiverRequestId: waiver }]);
    const decided = await manager.post(`/api/approvals/${waiver}/decision`, {
      decision: 'approve',
      reason: '',
    });
    expect(decided).toMatchObject({ status: 200 });
    expect(await list(id)).toMatchObject([{ openMinor: 0, waiverRequestId: null }]);
    await asks(false);
    await expectReconciled(test.owner);
  });
});
