import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeAdmin, arrangeApprovalRule } from '../../../testing/arrange.ts';
import { expectReconciled } from '../../../testing/expect-reconciled.ts';
import { lendingBy } from '../../../testing/lending.ts';
import { INSTALMENT, openOffice, paymentOf } from '../../../testing/open-office.ts';

const { test, portfolio, arrangeHeld, signIn, signInDeputy } = await openOffice();
const rules = ['reverse-payment', 'reschedule-loan', 'write-off-loan'] as const;
for (const kind of rules) {
  await arrangeApprovalRule(test.owner, portfolio, { kind, required: false });
}
const manager = await signIn('manager');
const agent = await signIn('agent');

/**
 * The loans of these tests have 1,200.00 at 12 % over 12 months from 1 May. The tests run on 15
 * June, when one instalment is due.
 */
const TODAY = '2026-06-15';

const pay = (loanId: string, wishes: object = {}) =>
  manager.post(`/api/loans/${loanId}/payments`, paymentOf({ valueDate: TODAY, ...wishes }));
const reverse = (loanId: string, paymentId: string) =>
  manager.post(`/api/loans/${loanId}/payments/${paymentId}/reversal`, {
    id: uuidv7(),
    reason: 'the cheque bounced',
  });
const read = async (loanId: string) => (await manager.get(`/api/loans/${loanId}`)).body;
const preview = (loanId: string, query = '') =>
  manager.get(`/api/loans/${loanId}/reschedule-preview${query}`);
const termsOf = (wishes: object = {}) => ({
  id: uuidv7(),
  instalmentCount: 24,
  annualRatePercent: '6',
  firstDueOn: '2026-07-15',
  principalMinor: 120_000,
  reason: 'The borrower lost a job',
  ...wishes,
});
const reschedule = (loanId: string, wishes: object = {}) =>
  manager.post(`/api/loans/${loanId}/reschedule`, termsOf(wishes));
const undo = (loanId: string, wishes: object = {}) =>
  manager.post(`/api/loans/${loanId}/undo-reschedule`, {
    id: uuidv7(),
    reason: 'Agreed with the wrong borrower',
    ...wishes,
  });

type Row = { number: number; dueOn: string; principalMinor: number; interestMinor: number };
const rowsOf = async (loanId: string): Promise<Row[]> =>
  (await read(loanId)).instalments.map(({ number, dueOn, principalMinor, interestMinor }: Row) => {
    return { number, dueOn, principalMinor, interestMinor };
  });

describe('rescheduling a loan', () => {
  it('spreads the outstanding amount over the new instalments, and ends the arrears', async () => {
    const { id } = await arrangeHeld();
    const before = await read(id);
    expect(before.daysPastDue).toBe(14);
    const shown = (
      await preview(id, '?instalmentCount=24&annualRatePercent=6&firstDueOn=2026-07-15')
    ).body;
    expect(shown).toMatchObject({
      principalMinor: 120_000,
      overduePrincipalMinor: 9_462,
      chargesStayMinor: 0,
      before: { instalments: 11, overdueMinor: INSTALMENT },
      after: { annualRatePercent: '6', instalments: 24, overdueMinor: 0, nextDueOn: '2026-07-15' },
    });
    // 12.00 of interest for May, and 14 of 30 days in June on 1,105.38.
    expect(shown.unpaidInterestMinor).toBe(1_200 + 516);
    expect((await reschedule(id)).body).toEqual({ outcome: 'done', replayed: false });
    const after = await read(id);
    expect(after).toMatchObject({
      daysPastDue: 0,
      scheduleVersion: 2,
      annualRatePercent: '6',
      rescheduledOn: TODAY,
      outstandingMinor: 120_000,
      remainingMinor: shown.after.totalMinor,
      payoffMinor: before.payoffMinor,
      nextDueOn: '2026-07-15',
    });
    const toCome = after.instalments.filter((row: Row) => row.dueOn > TODAY);
    expect(toCome).toHaveLength(24);
    const { body: former } = await agent.get(`/api/loans/${id}/former-schedules`);
    expect(former.schedules).toMatchObject([
      { version: 1, endedBy: { event: 'reschedule-loan' }, instalments: { length: 12 } },
    ]);
    await expectReconciled(test.owner);
  });

  it('accepts payments on the new schedule: ahead, prepaid, reversed and to the end', async () => {
    const { id } = await arrangeHeld();
    await pay(id, { amountMinor: 15_000 });
    const { principalMinor } = (await preview(id)).body;
    await reschedule(id, { principalMinor, instalmentCount: 6 });
    const agreed = await rowsOf(id);
    const first = await pay(id, { amountMinor: 30_000 });
    expect(first.status).toBe(200);
    const second = await pay(id, { amountMinor: 20_000, overpaymentTreatment: 'lower-instalment' });
    expect(second.status).toBe(200);
    await expectReconciled(test.owner);
    await reverse(id, second.body.payment.id);
    await reverse(id, first.body.payment.id);
    expect(await rowsOf(id)).toEqual(agreed);
    await expectReconciled(test.owner);
    const { payoffMinor } = await read(id);
    const last = await pay(id, { amountMinor: payoffMinor });
    expect(last.body).toMatchObject({ loanStatus: 'closed', outstandingMinor: 0 });
    await expectReconciled(test.owner);
    expect((await reverse(id, last.body.payment.id)).status).toBe(200);
    expect(await rowsOf(id)).toEqual(agreed);
    await expectReconciled(test.owner);
  });

  it.each(['10', '0', '120'])(
    'retains a rate of %s per cent unless another is given',
    async (rate) => {
      const { id } = await arrangeHeld({ ratePercent: rate });
      const { body } = await preview(id);
      expect([body.terms, body.before, body.after]).toEqual([
        expect.objectContaining({ annualRatePercent: rate }),
        expect.objectContaining({ annualRatePercent: rate }),
        expect.objectContaining({ annualRatePercent: rate }),
      ]);
      const { status } = await reschedule(id, body.terms);
      expect(status).toBe(200);
      expect((await read(id)).annualRatePercent).toBe(rate);
    },
  );

  it('retains the due day of the contract', async () => {
    const month = { disburseOn: '2026-03-31', firstDueOn: '2026-04-30' };
    const { loanId } = await lendingBy(manager, await signInDeputy()).paidOut({}, month, {
      disbursedOn: month.disburseOn,
      firstDueOn: month.firstDueOn,
    });
    const { body } = await preview(loanId, '?instalmentCount=12');
    expect(body.instalments.slice(0, 3).map(({ dueOn }: Row) => dueOn)).toEqual([
      '2026-06-30',
      '2026-07-31',
      '2026-08-31',
    ]);
  });

  it('prevents reversing or adding earlier payments until it is undone', async () => {
    const { id } = await arrangeHeld();
    const paid = await pay(id, { valueDate: '2026-06-10' });
    await reschedule(id, { principalMinor: 120_000 - 9_462 });
    expect((await reverse(id, paid.body.payment.id)).body).toMatchObject({
      error: 'payment_before_reschedule',
    });
    expect((await pay(id, { valueDate: '2026-06-14' })).body).toMatchObject({
      error: 'value_date_before_reschedule',
      details: { rescheduledOn: TODAY },
    });
    expect((await manager.get(`/api/loans/${id}/payoff-quote?on=2026-06-14`)).body).toMatchObject({
      error: 'payoff_day_passed',
    });
    await undo(id);
    expect((await reverse(id, paid.body.payment.id)).status).toBe(200);
    await expectReconciled(test.owner);
  });

  it('leaves due fees unchanged, and moves later fees with their instalments', async () => {
    const { id } = await arrangeHeld();
    const charge = (dueOn: string) =>
      manager.post(`/api/loans/${id}/charges`, {
        id: uuidv7(),
        portion: 'fee',
        kind: 'reminder',
        amountMinor: 1_500,
        currency: 'USD',
        reason: 'Reminder',
        dueOn,
      });
    await charge('2026-06-01');
    await charge('2026-07-20');
    await charge('2099-01-01');
    const { body } = await preview(id, '?firstDueOn=2026-07-15');
    expect(body.chargesStayMinor).toBe(1_500);
    expect((await reschedule(id)).status).toBe(200);
    const after = await read(id);
    expect(after).toMatchObject({ daysPastDue: 14, arrearsMinor: 1_500 });
    await expectReconciled(test.owner);
    await undo(id);
    await expectReconciled(test.owner);
  });

  it.each([
    { wish: { firstDueOn: TODAY }, error: 'first_due_not_after' },
    { wish: { principalMinor: 119_999 }, error: 'balance_changed_since' },
    { wish: { reason: ' ' }, error: 'reason_missing' },
    { wish: { annualRatePercent: '1000.5' }, error: 'invalid_request' },
    { wish: { instalmentCount: 0 }, error: 'invalid_request' },
  ])('is refused as $error', async ({ wish, error }) => {
    const { id } = await arrangeHeld();
    expect((await reschedule(id, wish)).body).toMatchObject({ error });
    expect(await read(id)).toMatchObject({ scheduleVersion: 1 });
  });

  it('is refused on a closed loan, with its state and the event', async () => {
    const { id } = await arrangeHeld();
    const { payoffMinor } = await read(id);
    await pay(id, { amountMinor: payoffMinor });
    expect((await reschedule(id)).body).toMatchObject({
      error: 'loan_event_refused',
      details: { status: 'closed', event: 'reschedule' },
    });
  });

  it('happens once per id, and the second of two simultaneous requests is refused', async () => {
    const { id } = await arrangeHeld();
    const body = termsOf();
    const send = (wishes: object = {}) =>
      manager.post(`/api/loans/${id}/reschedule`, { ...body, ...wishes });
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await send({ instalmentCount: 25 })).body).toMatchObject({
      error: 'id_reused_with_different_content',
    });
    expect(await read(id)).toMatchObject({ scheduleVersion: 2 });
    await expectReconciled(test.owner);
  });

  it('is refused, or refuses a simultaneous payment of an earlier day', async () => {
    for (let round = 0; round < 12; round++) {
      const { id } = await arrangeHeld();
      const [made, paid] = await Promise.all([
        reschedule(id),
        pay(id, { valueDate: '2026-06-10' }),
      ]);
      const outcomes = [made, paid].map(({ status, body }) => body.error ?? status);
      expect([
        [200, 'value_date_before_reschedule'],
        ['balance_changed_since', 200],
      ]).toContainEqual(outcomes);
    }
    await expectReconciled(test.owner);
  });

  it('waits for a second person by default', async () => {
    const ask = (required: boolean) =>
      test.owner`update approval_rules set required = ${required} where kind = 'reschedule-loan'`;
    await ask(true);
    const { id } = await arrangeHeld();
    const request = uuidv7();
    expect((await reschedule(id, { id: request })).body).toEqual({
      outcome: 'awaiting-approval',
      replayed: false,
    });
    expect(await read(id)).toMatchObject({ scheduleVersion: 1 });
    const admin = await test.signIn((await arrangeAdmin(test.owner)).email);
    const decided = await admin.post(`/api/approvals/${request}/decision`, {
      decision: 'approve',
      reason: '',
    });
    expect(decided.status).toBe(200);
    expect(await read(id)).toMatchObject({ scheduleVersion: 2, rescheduledOn: TODAY });
    await ask(false);
    await expectReconciled(test.owner);
  });
});

describe('undoing a reschedule', () => {
  it('restores the former schedule and rate, even if a prepayment had made them', async () => {
    const { id } = await arrangeHeld();
    const paid = await pay(id, { amountMinor: 50_000, overpaymentTreatment: 'shorter-term' });
    const before = await read(id);
    const principalMinor = before.outstandingMinor;
    await reschedule(id, { principalMinor, instalmentCount: 30 });
    expect((await undo(id)).body).toEqual({ outcome: 'done', replayed: false });
    const after = await read(id);
    expect(after).toMatchObject({
      scheduleVersion: 4,
      rescheduledOn: null,
      annualRatePercent: before.annualRatePercent,
      payoffMinor: before.payoffMinor,
      daysPastDue: before.daysPastDue,
    });
    expect(after.instalments).toEqual(before.instalments);
    await expectReconciled(test.owner);
    expect((await reverse(id, paid.body.payment.id)).status).toBe(200);
    expect(await read(id)).toMatchObject({ remainingMinor: 127_942 });
    await expectReconciled(test.owner);
    expect((await undo(id)).body).toMatchObject({ error: 'loan_is_not_rescheduled' });
  });

  it('is refused until the payments after it are reversed', async () => {
    const { id } = await arrangeHeld();
    await reschedule(id);
    const paid = await pay(id);
    expect((await undo(id)).body).toMatchObject({ error: 'reschedule_has_payments' });
    await reverse(id, paid.body.payment.id);
    expect((await undo(id)).status).toBe(200);
    await expectReconciled(test.owner);
  });

  it('undoes the latest of two reschedules, and then the first', async () => {
    const { id } = await arrangeHeld();
    const first = await rowsOf(id);
    await reschedule(id);
    const second = await rowsOf(id);
    await reschedule(id, { instalmentCount: 5, firstDueOn: '2026-08-01', annualRatePercent: '0' });
    await expectReconciled(test.owner);
    await undo(id);
    expect(await rowsOf(id)).toEqual(second);
    await undo(id);
    expect(await rowsOf(id)).toEqual(first);
    expect(await read(id)).toMatchObject({ scheduleVersion: 5, annualRatePercent: '12' });
    await expectReconciled(test.owner);
  });
});
