import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeAdmin, arrangeApprovalRule } from '../../../testing/arrange.ts';
import { expectReconciled } from '../../../testing/expect-reconciled.ts';
import { openOffice, paymentOf } from '../../../testing/open-office.ts';

const { test, portfolio, arrangeHeld, signIn } = await openOffice();
for (const kind of ['reverse-payment', 'refund-credit'] as const) {
  await arrangeApprovalRule(test.owner, portfolio, { kind, required: false });
}
const manager = await signIn('manager');
const agent = await signIn('agent');
const TODAY = '2026-06-15';
const CREDIT = 40_000;

const pay = (loanId: string, wishes: object) =>
  manager.post(`/api/loans/${loanId}/payments`, paymentOf({ valueDate: TODAY, ...wishes }));
const reverse = (loanId: string, paymentId: string) =>
  manager.post(`/api/loans/${loanId}/payments/${paymentId}/reversal`, {
    id: uuidv7(),
    reason: 'the cheque bounced',
  });
const refundOf = (wishes: object = {}) => ({
  id: uuidv7(),
  amountMinor: CREDIT,
  currency: 'USD',
  method: 'bank-transfer',
  reason: 'The borrower asked for it',
  ...wishes,
});
const refund = (loanId: string, body: object) =>
  manager.post(`/api/loans/${loanId}/credit-refunds`, body);
const undo = (loanId: string, refundId: string, wishes: object = {}) =>
  manager.post(`/api/loans/${loanId}/credit-refunds/${refundId}/undo`, {
    id: uuidv7(),
    reason: 'The transfer came back',
    ...wishes,
  });
const unappliedFundsOf = async (loanId: string) =>
  (await manager.get(`/api/loans/${loanId}/credit`)).body;
const read = async (loanId: string) => (await manager.get(`/api/loans/${loanId}`)).body;

/** Arranges a loan whose due instalment is paid and that has 400.00 as credit. */
async function arrangeUnappliedFunds(): Promise<{ id: string; paymentId: string }> {
  const { id } = await arrangeHeld();
  const paid = await pay(id, { amountMinor: 10_662 + CREDIT, overpaymentTreatment: 'credit' });
  expect(paid).toMatchObject({ status: 200, body: { payment: { creditMinor: CREDIT } } });
  return { id, paymentId: paid.body.payment.id };
}

const cashOf = async (loanId: string) => {
  const [row] = await test.owner<{ cash: number; credit: number }[]>`
    select
      coalesce(sum(debit_minor - credit_minor) filter (where account = 'cash'), 0)::bigint as cash,
      coalesce(sum(credit_minor - debit_minor) filter (where account = 'borrower-credit'), 0)
        ::bigint as credit
    from ledger_lines line
    join ledger_transactions entry on entry.id = line.transaction_id
    where entry.loan_id = ${loanId}`;
  return row;
};

describe('a refund of the credit balance', () => {
  it('pays out the credit balance once, as cash', async () => {
    const { id } = await arrangeUnappliedFunds();
    const before = await cashOf(id);
    const sent = refundOf({ amountMinor: 30_000 });
    expect(await refund(id, sent)).toMatchObject({
      status: 200,
      body: { outcome: 'done', replayed: false },
    });
    expect(await refund(id, sent)).toMatchObject({ status: 200, body: { replayed: true } });
    expect(await refund(id, { ...sent, amountMinor: 29_999 })).toMatchObject({
      status: 409,
      body: { error: 'id_reused_with_different_content' },
    });
    expect(await cashOf(id)).toEqual({ cash: (before?.cash ?? 0) - 30_000, credit: 10_000 });
    expect(await unappliedFundsOf(id)).toMatchObject({
      creditMinor: 10_000,
      refunds: [{ id: sent.id, amountMinor: 30_000, method: 'bank-transfer', undone: null }],
    });
    await expectReconciled(test.owner);
  });

  it('is undone once, by the opposite event', async () => {
    const { id } = await arrangeUnappliedFunds();
    const sent = refundOf();
    await refund(id, sent);
    expect(await undo(id, sent.id)).toMatchObject({ status: 200, body: { outcome: 'done' } });
    expect(await undo(id, sent.id)).toMatchObject({
      status: 409,
      body: { error: 'refund_already_undone' },
    });
    expect(await unappliedFundsOf(id)).toMatchObject({
      creditMinor: CREDIT,
      refunds: [{ undone: { reason: 'The transfer came back' } }],
    });
    await expectReconciled(test.owner);
  });

  it.each([
    { wish: { amountMinor: CREDIT + 1 }, error: 'amount_exceeds_credit', field: 'amountMinor' },
    { wish: { amountMinor: 0 }, error: 'amount_not_positive', field: 'amountMinor' },
    { wish: { currency: 'EUR' }, error: 'currency_differs', field: 'currency' },
    { wish: { reason: ' ' }, error: 'reason_missing', field: 'reason' },
  ])('is refused as $error', async ({ wish, error, field }) => {
    const { id } = await arrangeUnappliedFunds();
    expect((await refund(id, refundOf(wish))).body).toMatchObject({
      error,
      fields: { [field]: expect.any(String) },
    });
    expect(await unappliedFundsOf(id)).toMatchObject({ creditMinor: CREDIT, refunds: [] });
  });

  it('becomes owed again if the payment that left the credit is reversed', async () => {
    const { id, paymentId } = await arrangeUnappliedFunds();
    await refund(id, refundOf({ amountMinor: 300 }));
    const before = await read(id);
    const preview = await manager.get(`/api/loans/${id}/payments/${paymentId}/reversal-preview`);
    expect(preview.body).toMatchObject({ claimMinor: 300, after: { creditMinor: 0 } });
    expect((await reverse(id, paymentId)).status).toBe(200);
    const after = await read(id);
    const paidMinor = before.principalPaidMinor;
    expect(after).toMatchObject({
      creditMinor: 0,
      outstandingMinor: before.outstandingMinor + paidMinor + 300,
    });
    expect(after.remainingMinor).toBe(preview.body.after.remainingMinor);
    expect(after.instalments).toContainEqual(
      expect.objectContaining({
        isClaim: true,
        principalMinor: 300,
        interestMinor: 0,
        dueOn: TODAY,
      }),
    );
    await expectReconciled(test.owner);
  });

  it('is possible on a closed loan', async () => {
    const { id } = await arrangeHeld();
    const { payoffMinor } = await read(id);
    const closing = await pay(id, {
      amountMinor: payoffMinor + 500,
      overpaymentTreatment: 'credit',
    });
    expect(closing.body).toMatchObject({ loanStatus: 'closed', payment: { creditMinor: 500 } });
    expect((await refund(id, refundOf({ amountMinor: 500 }))).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'closed', creditMinor: 0 });
    await expectReconciled(test.owner);
  });

  it('is accepted for only one of two simultaneous requests', async () => {
    const { id } = await arrangeUnappliedFunds();
    const answers = await Promise.all([
      refund(id, refundOf({ amountMinor: 30_000 })),
      refund(id, refundOf({ amountMinor: 30_000 })),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await unappliedFundsOf(id)).toMatchObject({ creditMinor: 10_000 });
    await expectReconciled(test.owner);
  });

  it('waits for a second person if the rule requires one', async () => {
    const ask = (required: boolean) =>
      test.owner`update approval_rules set required = ${required} where kind = 'refund-credit'`;
    await ask(true);
    const { id } = await arrangeUnappliedFunds();
    const sent = refundOf();
    expect((await refund(id, sent)).body).toEqual({
      outcome: 'awaiting-approval',
      replayed: false,
    });
    expect(await unappliedFundsOf(id)).toMatchObject({
      creditMinor: CREDIT,
      needsApproval: true,
      refundRequestId: sent.id,
    });
    expect((await refund(id, refundOf())).body).toMatchObject({
      error: 'request_already_waiting',
    });
    const decide = (client: typeof manager) =>
      client.post(`/api/approvals/${sent.id}/decision`, { decision: 'approve', reason: '' });
    expect((await decide(manager)).body).toMatchObject({ error: 'own_request' });
    const admin = await test.signIn((await arrangeAdmin(test.owner)).email);
    expect((await decide(admin)).status).toBe(200);
    expect(await unappliedFundsOf(id)).toMatchObject({ creditMinor: 0 });
    await ask(false);
  });

  it('is refused for users who may only read the loan', async () => {
    const { id } = await arrangeUnappliedFunds();
    expect((await agent.post(`/api/loans/${id}/credit-refunds`, refundOf())).status).toBe(403);
    expect((await agent.get(`/api/loans/${id}/credit`)).status).toBe(200);
  });
});

describe('a payment from the credit balance', () => {
  it('pays the due amount without cash, and its reversal restores the credit', async () => {
    const { id } = await arrangeUnappliedFunds();
    const before = await cashOf(id);
    const used = await pay(id, { amountMinor: 10_662, method: 'credit' });
    expect(used).toMatchObject({
      status: 200,
      body: { payment: { method: 'credit', creditMinor: 0, amountMinor: 10_662 } },
    });
    expect(await cashOf(id)).toEqual({ cash: before?.cash, credit: CREDIT - 10_662 });
    expect(await read(id)).toMatchObject({ creditMinor: CREDIT - 10_662 });
    await expectReconciled(test.owner);
    expect((await reverse(id, used.body.payment.id)).status).toBe(200);
    expect(await cashOf(id)).toEqual({ cash: before?.cash, credit: CREDIT });
    await expectReconciled(test.owner);
  });

  it.each([
    { wish: { amountMinor: CREDIT + 1 }, error: 'amount_exceeds_credit', field: 'amountMinor' },
    { wish: { valueDate: '2026-06-14' }, error: 'value_date_not_today', field: 'valueDate' },
  ])('is refused as $error', async ({ wish, error, field }) => {
    const { id } = await arrangeUnappliedFunds();
    const sent = { amountMinor: 1_000, method: 'credit', ...wish };
    expect((await pay(id, sent)).body).toMatchObject({
      error,
      fields: { [field]: expect.any(String) },
    });
    expect(await read(id)).toMatchObject({ creditMinor: CREDIT });
  });

  it('prevents the reversal of the payment that the credit came from', async () => {
    const { id, paymentId } = await arrangeUnappliedFunds();
    await pay(id, { amountMinor: 10_662, method: 'credit' });
    expect((await reverse(id, paymentId)).body).toMatchObject({ error: 'credit_was_used' });
  });

  it('returns credit that an earlier payment makes unnecessary, if the rest becomes credit', async () => {
    const { id } = await arrangeUnappliedFunds();
    const { payoffMinor } = await read(id);
    await pay(id, { amountMinor: payoffMinor - 5_000 });
    await pay(id, { amountMinor: 5_000, method: 'credit', overpaymentTreatment: 'credit' });
    expect(await read(id)).toMatchObject({ status: 'closed', creditMinor: CREDIT - 5_000 });
    await expectReconciled(test.owner);
  });

  it('counts as a recovery on a written-off loan, without cash', async () => {
    const { id } = await arrangeUnappliedFunds();
    await arrangeApprovalRule(test.owner, portfolio, { kind: 'write-off-loan', required: false });
    const { outstandingMinor } = await read(id);
    const lost = { id: uuidv7(), reason: 'Lost', principalMinor: outstandingMinor };
    expect((await manager.post(`/api/loans/${id}/write-off`, lost)).status).toBe(200);
    const before = await cashOf(id);
    const used = await pay(id, { amountMinor: CREDIT, method: 'credit' });
    expect(used.body).toMatchObject({ payment: { recoveredMinor: CREDIT } });
    expect(await cashOf(id)).toEqual({ cash: before?.cash, credit: 0 });
    await expectReconciled(test.owner);
  });

  it('does not count as cash of the day, its agent or the month', async () => {
    const { id } = await arrangeUnappliedFunds();
    const cash = async () => {
      const { body } = await manager.get('/api/finance/cash-flow');
      const { periods } = body.books.find((book: { currency: string }) => book.currency === 'USD');
      const { receivedMinor, payments } = periods.at(-1);
      return { receivedMinor, payments };
    };
    const collected = async () => (await agent.get('/api/work/queue')).body.progress;
    const before = { flow: await cash(), today: await collected() };
    await pay(id, { amountMinor: 10_662, method: 'credit' });
    expect(await cash()).toEqual(before.flow);
    expect((await collected()).collectedMinor).toEqual(before.today.collectedMinor);
  });
});

/**
 * Arranges a loan of 9,000.00 without interest in a single instalment, posts the payments and
 * refunds 300.00 of the credit.
 */
async function arrangePaid(payments: readonly (readonly [string, number])[]) {
  const wishes = { principalMinor: 900_000, ratePercent: '0', instalmentCount: 1 };
  const { id } = await arrangeHeld({ ...wishes, disbursedOn: '2026-05-15' });
  const ids: string[] = [];
  for (const [valueDate, amountMinor] of payments) {
    const paid = await pay(id, { valueDate, amountMinor, overpaymentTreatment: 'credit' });
    expect(paid.status).toBe(200);
    ids.push(paid.body.payment.id);
  }
  expect((await refund(id, refundOf({ amountMinor: 30_000 }))).status).toBe(200);
  return { id, ids };
}

describe('a payment whose overpayment was refunded', () => {
  it('is reversed, and the borrower owes the refund: 9,000 - 9,100 + 300', async () => {
    const { id, ids } = await arrangePaid([
      ['2026-05-20', 20_000],
      ['2026-05-25', 910_000],
    ]);
    expect(await read(id)).toMatchObject({ status: 'closed', outstandingMinor: 0 });
    expect(await reverse(id, ids[0] ?? '')).toMatchObject({
      status: 200,
      body: { loanStatus: 'active', outstandingMinor: 20_000 },
    });
    expect(await read(id)).toMatchObject({
      status: 'active',
      outstandingMinor: 20_000,
      remainingMinor: 20_000,
      payoffMinor: 20_000,
      creditMinor: 0,
    });
    expect(await cashOf(id)).toMatchObject({ credit: 0 });
    await expectReconciled(test.owner);
    const paid = await pay(id, { amountMinor: 20_000 });
    expect(paid.body).toMatchObject({ loanStatus: 'closed', outstandingMinor: 0 });
    await expectReconciled(test.owner);
    // The payment of the claimed refund is reversed too, and then the payment of 9,100.00.
    expect((await reverse(id, paid.body.payment.id)).body).toMatchObject({
      outstandingMinor: 20_000,
    });
    expect((await reverse(id, ids[1] ?? '')).body).toMatchObject({ outstandingMinor: 930_000 });
    expect(await read(id)).toMatchObject({ remainingMinor: 930_000, payoffMinor: 930_000 });
    await expectReconciled(test.owner);
  });

  it('made in one payment leaves everything owed when reversed: 9,000.00 and the refund of 300.00', async () => {
    const { id, ids } = await arrangePaid([['2026-05-20', 930_000]]);
    expect((await reverse(id, ids[0] ?? '')).body).toMatchObject({ outstandingMinor: 930_000 });
    expect(await read(id)).toMatchObject({ payoffMinor: 930_000, creditMinor: 0 });
    const statement = await manager.get(`/api/loans/${id}/ledger`);
    expect(statement.body.transactions).toContainEqual(
      expect.objectContaining({ event: 'claim-refund', valueDate: TODAY }),
    );
    await expectReconciled(test.owner);
  });

  it('cannot be reversed before payments that used the rest of the credit', async () => {
    const { id, paymentId } = await arrangeUnappliedFunds();
    const used = await pay(id, {
      amountMinor: 10_000,
      method: 'credit',
      overpaymentTreatment: 'credit',
    });
    expect(used.status).toBe(200);
    await refund(id, refundOf({ amountMinor: 5_000 }));
    expect((await reverse(id, paymentId)).body).toMatchObject({ error: 'credit_was_used' });
    expect((await reverse(id, used.body.payment.id)).status).toBe(200);
    expect((await reverse(id, paymentId)).status).toBe(200);
    expect(await read(id)).toMatchObject({ creditMinor: 0 });
    await expectReconciled(test.owner);
  });
});
