import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeApprovalRule } from '../../../testing/arrange.ts';
import { expectReconciled } from '../../../testing/expect-reconciled.ts';
import { lendingBy } from '../../../testing/lending.ts';
import { openOffice, paymentOf } from '../../../testing/open-office.ts';

const { test, portfolio, arrangeHeld, signIn, signInDeputy } = await openOffice();
for (const kind of ['reverse-payment', 'refund-credit'] as const) {
  await arrangeApprovalRule(test.owner, portfolio, { kind, required: false });
}
const manager = await signIn('manager');
const agent = await signIn('agent');
const desk = await signIn('desk');

/**
 * The loans of these tests have 1,200.00 at 12 % over 12 months from 1 May. The tests run on 15
 * June, when one instalment is due.
 */
const TODAY = '2026-06-15';

const pay = (loanId: string, wishes: object) =>
  agent.post(`/api/loans/${loanId}/payments`, paymentOf({ valueDate: TODAY, ...wishes }));
const reverse = (loanId: string, paymentId: string) =>
  desk.post(`/api/loans/${loanId}/payments/${paymentId}/reversal`, {
    id: uuidv7(),
    reason: 'the cheque bounced',
  });
const read = async (loanId: string) => (await agent.get(`/api/loans/${loanId}`)).body;
const preview = async (loanId: string, amountMinor: number) =>
  (
    await agent.get(
      `/api/loans/${loanId}/beyond-due-preview?amountMinor=${amountMinor}&valueDate=${TODAY}`,
    )
  ).body;

type Row = { principalMinor: number; interestMinor: number };
const agreedOf = async (loanId: string) =>
  (await read(loanId)).instalments.map(({ principalMinor, interestMinor }: Row) => [
    principalMinor,
    interestMinor,
  ]);

/** The instalment that is due, and 400.00 more. */
const AMOUNT = 10_662 + 40_000;

describe('an overpayment', () => {
  it('is previewed for every treatment, next to the current schedule', async () => {
    const { id } = await arrangeHeld();
    const { overpaymentMinor, before, choices } = await preview(id, AMOUNT);
    expect(overpaymentMinor).toBe(40_000);
    expect(before).toMatchObject({ instalments: 12, nextDueOn: '2026-06-01', nextMinor: 10_662 });
    const after = Object.fromEntries(
      choices.map((one: { choice: string; after: object }) => [one.choice, one.after]),
    );
    expect(after).toMatchObject({
      'next-instalments': { instalments: 8, lastDueOn: '2027-05-01', interestSavedMinor: 0 },
      'shorter-term': { lastDueOn: '2027-01-01', nextDueOn: '2026-07-01', creditMinor: 0 },
      'lower-instalment': { instalments: 11, lastDueOn: '2027-05-01', creditMinor: 0 },
      credit: { instalments: 11, creditMinor: 40_000, interestSavedMinor: 0 },
    });
    const saved = (choice: string) => after[choice].interestSavedMinor;
    expect(saved('shorter-term')).toBeGreaterThan(saved('lower-instalment'));
    expect(saved('lower-instalment')).toBeGreaterThan(0);
    expect(await read(id)).toMatchObject({ scheduleVersion: 1, principalPaidMinor: 0 });
  });

  it.each(['shorter-term', 'lower-instalment'] as const)(
    'prepays principal for a %s as previewed, and its reversal restores the agreed schedule',
    async (overpaymentTreatment) => {
      const { id } = await arrangeHeld();
      const agreed = await agreedOf(id);
      const shown = (await preview(id, AMOUNT)).choices.find(
        (one: { choice: string }) => one.choice === overpaymentTreatment,
      ).after;
      const answer = await pay(id, { amountMinor: AMOUNT, overpaymentTreatment });
      expect(answer).toMatchObject({
        status: 200,
        body: {
          loanStatus: 'active',
          outstandingMinor: shown.outstandingMinor,
          payment: { overpaymentTreatment, principalMinor: 9_462 + 40_000, interestMinor: 1_200 },
        },
      });
      const loan = await read(id);
      expect(loan).toMatchObject({ scheduleVersion: 2, remainingMinor: shown.totalMinor });
      const { body: former } = await agent.get(`/api/loans/${id}/former-schedules`);
      expect(former.schedules).toMatchObject([{ version: 1, endedBy: { event: 'post-payment' } }]);
      await expectReconciled(test.owner);

      await reverse(id, answer.body.payment.id);
      expect(await agreedOf(id)).toEqual(agreed);
      expect(await read(id)).toMatchObject({ scheduleVersion: 3, remainingMinor: 127_942 });
      await expectReconciled(test.owner);
    },
  );

  it.each([
    [{ instalmentRounding: 'up', instalmentMultipleMinor: 5_00 }, 80_000],
    [{ instalmentRounding: 'down', instalmentMultipleMinor: 5_00 }, 79_500],
    [{ instalmentRounding: 'up', instalmentMultipleMinor: 50_00, scheduleMethod: 'flat' }, 85_000],
  ] as const)('rounds a lower instalment as the product does: %o', async (ways, rounded) => {
    const { loanId } = await lendingBy(manager, await signInDeputy()).paidOut(ways);
    const { body } = await manager.get(
      `/api/loans/${loanId}/beyond-due-preview?amountMinor=300000&valueDate=${TODAY}`,
    );
    const shown = body.choices.find((one: { choice: string }) => one.choice === 'lower-instalment');
    const payment = paymentOf({ amountMinor: 300_000, valueDate: TODAY });
    const paid = { ...payment, overpaymentTreatment: 'lower-instalment' };
    expect((await manager.post(`/api/loans/${loanId}/payments`, paid)).status).toBe(200);
    const loan = (await manager.get(`/api/loans/${loanId}`)).body;
    const totals = loan.instalments.map((row: Row) => row.principalMinor + row.interestMinor);
    expect(totals.slice(1, -1)).toEqual(Array(10).fill(rounded));
    expect(loan.remainingMinor).toBe(shown.after.totalMinor);
    await expectReconciled(test.owner);
  });

  it('has no preview on a day that its payment is refused for', async () => {
    const { id } = await arrangeHeld();
    const on = (day: string) =>
      agent.get(`/api/loans/${id}/beyond-due-preview?amountMinor=${AMOUNT}&valueDate=${day}`);
    for (const [day, error] of [
      ['2026-04-30', 'value_date_before_disbursement'],
      ['2026-06-16', 'value_date_in_future'],
    ] as const) {
      expect((await on(day)).body).toMatchObject({ error });
      expect((await pay(id, { amountMinor: AMOUNT, valueDate: day })).body).toMatchObject({
        error,
      });
    }
  });

  it('makes a payoff, quoted or paid, charge the days before a prepayment on the old balance', async () => {
    const { id } = await arrangeHeld();
    await pay(id, {
      amountMinor: AMOUNT,
      overpaymentTreatment: 'shorter-term',
      valueDate: '2026-06-08',
    });
    const { body } = await agent.get(`/api/loans/${id}/payoff-quote?on=${TODAY}`);
    // Interest for 7 of 30 days on 1,105.38, then 7 days on 705.38.
    expect(body).toMatchObject({ principalMinor: 70_538, interestAccruedMinor: 258 + 165 });
    const paid = await pay(id, { amountMinor: body.totalMinor });
    expect(paid.body).toMatchObject({ loanStatus: 'closed', outstandingMinor: 0 });
    await expectReconciled(test.owner);
    expect(await reverse(id, paid.body.payment.id)).toMatchObject({
      body: { loanStatus: 'active' },
    });
    expect((await agent.get(`/api/loans/${id}/payoff-quote?on=${TODAY}`)).body).toEqual(body);
    await expectReconciled(test.owner);
  });

  it('is calculated again when an earlier payment is added or reversed', async () => {
    const { id } = await arrangeHeld();
    await pay(id, { amountMinor: AMOUNT, overpaymentTreatment: 'lower-instalment' });
    const alone = await agreedOf(id);
    const earlier = await pay(id, { amountMinor: 20_000, valueDate: '2026-06-02' });
    expect(await agreedOf(id)).not.toEqual(alone);
    await expectReconciled(test.owner);
    await reverse(id, earlier.body.payment.id);
    expect(await agreedOf(id)).toEqual(alone);
    await expectReconciled(test.owner);
  });

  it('repays no principal on a row after the last instalment that has only charges', async () => {
    const { id } = await arrangeHeld();
    const charge = { portion: 'fee', kind: 'legal', amountMinor: 750, currency: 'USD' };
    await desk.post(`/api/loans/${id}/charges`, {
      ...charge,
      id: uuidv7(),
      dueOn: '2027-09-01',
      reason: 'Costs',
    });
    await pay(id, { amountMinor: AMOUNT, overpaymentTreatment: 'lower-instalment' });
    expect((await read(id)).instalments.at(-1)).toMatchObject({ principalMinor: 0, feeMinor: 750 });
  });

  it('becomes credit on request: a liability, and no income', async () => {
    const { id } = await arrangeHeld();
    const answer = await pay(id, { amountMinor: AMOUNT, overpaymentTreatment: 'credit' });
    expect(answer.body.payment).toMatchObject({ creditMinor: 40_000, principalMinor: 9_462 });
    expect(await read(id)).toMatchObject({ creditMinor: 40_000, scheduleVersion: 1 });
    const { body } = await agent.get(`/api/loans/${id}/ledger`);
    expect(body.transactions[0].lines).toContainEqual({
      account: 'borrower-credit',
      debitMinor: 0,
      creditMinor: 40_000,
    });
    await expectReconciled(test.owner);
    await reverse(id, answer.body.payment.id);
    expect(await read(id)).toMatchObject({ creditMinor: 0 });
    await expectReconciled(test.owner);
  });

  it('may exceed the payoff only if the rest becomes credit', async () => {
    const { id } = await arrangeHeld();
    const amountMinor = 121_716 + 500;
    for (const overpaymentTreatment of ['next-instalments', 'shorter-term', 'lower-instalment']) {
      expect(await pay(id, { amountMinor, overpaymentTreatment })).toMatchObject({
        status: 409,
        body: { error: 'amount_exceeds_payoff', details: { payoffMinor: 121_716 } },
      });
    }
    expect(await pay(id, { amountMinor, overpaymentTreatment: 'credit' })).toMatchObject({
      body: { loanStatus: 'closed', payment: { creditMinor: 500 } },
    });
    expect(await read(id)).toMatchObject({ status: 'closed', creditMinor: 500 });
    await expectReconciled(test.owner);
  });

  it('leaves a loan closed if credit from after its payoff is reversed', async () => {
    const { id } = await arrangeHeld();
    const credit = { amountMinor: 300, overpaymentTreatment: 'credit', valueDate: '2026-05-15' };
    const credited = await pay(id, credit);
    // The principal and 9 of 30 days' interest, before the credit was received.
    const closed = await pay(id, { amountMinor: 120_360, valueDate: '2026-05-10' });
    expect(closed).toMatchObject({ status: 200, body: { loanStatus: 'closed' } });
    await expectReconciled(test.owner);
    expect(await reverse(id, credited.body.payment.id)).toMatchObject({
      body: { loanStatus: 'closed' },
    });
    await expectReconciled(test.owner);
  });

  it('is compared when the same payment is sent again', async () => {
    const { id } = await arrangeHeld();
    const sent = paymentOf({
      valueDate: TODAY,
      amountMinor: AMOUNT,
      overpaymentTreatment: 'shorter-term',
    });
    await agent.post(`/api/loans/${id}/payments`, sent);
    expect(await agent.post(`/api/loans/${id}/payments`, sent)).toMatchObject({
      body: { replayed: true },
    });
    const other = { ...sent, overpaymentTreatment: 'credit' };
    expect(await agent.post(`/api/loans/${id}/payments`, other)).toMatchObject({
      status: 409,
      body: { error: 'id_reused_with_different_content' },
    });
  });

  it('cannot change the schedule if the product terms do not define how', async () => {
    const { id } = await arrangeHeld();
    await test.owner`update loans set schedule_method = 'by-hand' where id = ${id}`;
    expect(
      await pay(id, { amountMinor: AMOUNT, overpaymentTreatment: 'shorter-term' }),
    ).toMatchObject({
      status: 409,
      body: { error: 'schedule_cannot_be_made' },
    });
    const { choices } = await preview(id, AMOUNT);
    expect(choices[1]).toEqual({ choice: 'shorter-term', after: null });
  });

  it('does not charge prepaid interest again, and can be reversed after the payoff', async () => {
    const { id } = await arrangeHeld();
    await pay(id, { amountMinor: 5 * 10_662, overpaymentTreatment: 'next-instalments' });
    const interestOf = async () =>
      (await read(id)).instalments.reduce((sum: number, row: Row) => sum + row.interestMinor, 0);
    const before = await interestOf();
    const prepaid = await pay(id, {
      amountMinor: 10_000,
      overpaymentTreatment: 'lower-instalment',
    });
    expect(await interestOf()).toBeLessThan(before);
    const { body: quote } = await agent.get(`/api/loans/${id}/payoff-quote?on=${TODAY}`);
    expect((await pay(id, { amountMinor: quote.totalMinor })).body.loanStatus).toBe('closed');
    expect(await reverse(id, prepaid.body.payment.id)).toMatchObject({ status: 200 });
    await expectReconciled(test.owner);
  });

  /**
   * Arranges an unpaid loan whose term ended in 2025: a prepayment shortened the term, then a small
   * one spread the remaining principal over the full term again. With the small prepayment the loan
   * costs more interest than without it.
   */
  const arrangeStretched = async () => {
    const { id } = await arrangeHeld({ disbursedOn: '2024-01-01' });
    await pay(id, {
      amountMinor: 60_000,
      overpaymentTreatment: 'shorter-term',
      valueDate: '2024-01-15',
    });
    const prepaid = {
      amountMinor: 100,
      overpaymentTreatment: 'lower-instalment',
      valueDate: '2024-01-20',
    };
    const answer = await pay(id, prepaid);
    return { id, paymentId: answer.body.payment.id, owedMinor: (await read(id)).remainingMinor };
  };

  it('becomes credit if a reversal leaves more money than is due, and is used again later', async () => {
    const { id, paymentId, owedMinor } = await arrangeStretched();
    const last = await pay(id, { amountMinor: owedMinor });
    expect(last).toMatchObject({ status: 200, body: { loanStatus: 'closed' } });
    const { body: effect } = await desk.get(
      `/api/loans/${id}/payments/${paymentId}/reversal-preview`,
    );
    const creditMinor = effect.after.creditMinor;
    expect(creditMinor).toBeGreaterThan(0);
    expect(effect).toMatchObject({
      before: { loanStatus: 'closed', creditMinor: 0 },
      after: { loanStatus: 'closed', outstandingMinor: 0, remainingMinor: 0 },
      reallocated: [
        {
          id: last.body.payment.id,
          before: { creditMinor: 0 },
          after: { creditMinor: creditMinor },
        },
      ],
    });
    expect(await reverse(id, paymentId)).toMatchObject({
      status: 200,
      body: { loanStatus: 'closed', outstandingMinor: 0 },
    });
    expect(await read(id)).toMatchObject({ status: 'closed', creditMinor: creditMinor });
    await expectReconciled(test.owner);
    expect(await reverse(id, last.body.payment.id)).toMatchObject({
      body: { loanStatus: 'active' },
    });
    expect(await read(id)).toMatchObject({ creditMinor: 0 });
    await expectReconciled(test.owner);
  });

  it('refuses an earlier payment once its credit was refunded', async () => {
    const { id } = await arrangeHeld({ disbursedOn: '2024-01-01' });
    await pay(id, {
      amountMinor: 60_000,
      overpaymentTreatment: 'shorter-term',
      valueDate: '2024-01-15',
    });
    const owedMinor = (await read(id)).remainingMinor;
    // The fee is due years later, so the loan stays open.
    const fee = { portion: 'fee', kind: 'other', amountMinor: 5_000, dueOn: '2030-01-01' };
    const about = { currency: 'USD', reason: 'Agreed' };
    await manager.post(`/api/loans/${id}/charges`, { id: uuidv7(), ...about, ...fee });
    await pay(id, { amountMinor: owedMinor + 1_000, overpaymentTreatment: 'credit' });
    expect(await read(id)).toMatchObject({ status: 'active', creditMinor: 1_000 });
    const refund = { id: uuidv7(), ...about, amountMinor: 1_000, method: 'cash' };
    const path = `/api/loans/${id}/credit-refunds`;
    expect(await manager.post(path, refund)).toMatchObject({ status: 200 });
    // Spreading the remaining principal over the full term again raises the interest.
    const earlier = {
      amountMinor: 100,
      overpaymentTreatment: 'lower-instalment',
      valueDate: '2024-01-20',
    };
    expect(await pay(id, earlier)).toMatchObject({
      status: 409,
      body: { error: 'credit_was_used', details: { currency: 'USD' } },
    });
    await manager.post(`${path}/${refund.id}/undo`, { id: uuidv7(), reason: 'By mistake' });
    expect(await pay(id, earlier)).toMatchObject({ status: 200 });
    expect((await read(id)).creditMinor).toBeLessThan(1_000);
    await expectReconciled(test.owner);
  });

  it('settles a loan if nothing is due after a reversal', async () => {
    const { id, paymentId, owedMinor } = await arrangeStretched();
    expect(await pay(id, { amountMinor: owedMinor - 1 })).toMatchObject({
      body: { loanStatus: 'active' },
    });
    const { body: effect } = await desk.get(
      `/api/loans/${id}/payments/${paymentId}/reversal-preview`,
    );
    expect(effect).toMatchObject({ after: { loanStatus: 'closed', remainingMinor: 0 } });
    expect(await reverse(id, paymentId)).toMatchObject({
      status: 200,
      body: { loanStatus: 'closed' },
    });
    expect(await read(id)).toMatchObject({
      status: 'closed',
      creditMinor: effect.after.creditMinor,
    });
    await expectReconciled(test.owner);
  });

  it('cannot bypass the payoff: a backdated payment is refused if the later ones would exceed it', async () => {
    const { id } = await arrangeHeld();
    await pay(id, { amountMinor: 60_000 });
    const answer = await pay(id, { amountMinor: 80_000, valueDate: '2026-05-20' });
    expect(answer).toMatchObject({ status: 409, body: { error: 'amount_exceeds_payoff' } });
  });
});
