import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeApprovalRule } from '../../../testing/arrange.ts';
import { expectReconciled } from '../../../testing/expect-reconciled.ts';
import { openOffice, paymentOf } from '../../../testing/open-office.ts';

const { test, portfolio, arrangeHeld, signIn } = await openOffice();
await arrangeApprovalRule(test.owner, portfolio, { kind: 'reverse-payment', required: false });
const agent = await signIn('agent');
const desk = await signIn('desk');

/**
 * The loans of these tests have 1,200.00 at 12 % over 12 months from 1 May. The tests run on 15
 * June.
 */
const TODAY = '2026-06-15';

const quote = (loanId: string, on: string) =>
  agent.get(`/api/loans/${loanId}/payoff-quote?on=${on}`);
const pay = (loanId: string, wishes: object) =>
  agent.post(`/api/loans/${loanId}/payments`, paymentOf({ valueDate: TODAY, ...wishes }));
const reverse = (loanId: string, paymentId: string) =>
  desk.post(`/api/loans/${loanId}/payments/${paymentId}/reversal`, {
    id: uuidv7(),
    reason: 'the cheque bounced',
  });

const scheduleOf = (loanId: string) =>
  test.owner`
  select number, principal_minor, interest_minor, principal_paid_minor, interest_paid_minor
  from instalments where loan_id = ${loanId} order by number`.then((rows) =>
    rows.map((row) => ({ ...row })),
  );

describe('the payoff of a loan', () => {
  it('is the principal, the interest that is due and the interest accrued to the day', async () => {
    const { id } = await arrangeHeld();
    const answer = await quote(id, TODAY);
    // 14 of the 30 days since 1 June on 1,200.00 less the principal of the first instalment.
    expect(answer.body).toEqual({
      currency: 'USD',
      on: TODAY,
      principalMinor: 120_000,
      interestDueMinor: 1_200,
      interestAccruedMinor: 516,
      feeMinor: 0,
      penaltyMinor: 0,
      paidAheadMinor: 0,
      totalMinor: 121_716,
      scheduledMinor: 127_942,
    });
    expect((await agent.get(`/api/loans/${id}`)).body).toMatchObject({ payoffMinor: 121_716 });
  });

  it('grows day by day, up to everything that is scheduled', async () => {
    const { id } = await arrangeHeld();
    const totals = [];
    for (const on of ['2026-05-01', '2026-05-16', '2026-06-15', '2026-06-16', '2027-05-01']) {
      totals.push((await quote(id, on)).body.totalMinor);
    }
    expect(totals).toEqual([120_000, 120_600, 121_716, 121_753, 127_942]);
  });

  it('closes the loan with one payment on any day, without later interest', async () => {
    const { id } = await arrangeHeld();
    const agreed = await scheduleOf(id);
    const answer = await pay(id, { amountMinor: 121_716 });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        loanStatus: 'closed',
        outstandingMinor: 0,
        payment: { principalMinor: 120_000, interestMinor: 1_716 },
      },
    });
    const { body: loan } = await agent.get(`/api/loans/${id}`);
    expect(loan).toMatchObject({ scheduleVersion: 2, remainingMinor: 0, payoffMinor: null });
    expect(loan.instalments.map((row: { state: string }) => row.state)).not.toContain('upcoming');
    const { body: former } = await agent.get(`/api/loans/${id}/former-schedules`);
    expect(former.schedules).toMatchObject([{ version: 1, endedBy: { event: 'settle' } }]);
    expect(former.schedules[0].instalments).toMatchObject(
      agreed.map((row) => ({ number: row['number'], interestMinor: row['interestMinor'] })),
    );
    await expectReconciled(test.owner);
  });

  it('limits a payment: one cent more is refused with the payoff in the message', async () => {
    const { id } = await arrangeHeld();
    expect(await pay(id, { amountMinor: 121_717 })).toMatchObject({
      status: 409,
      body: { error: 'amount_exceeds_payoff', details: { payoffMinor: 121_716 } },
    });
    expect(await pay(id, { amountMinor: 121_715 })).toMatchObject({
      body: { loanStatus: 'active' },
    });
  });

  it('credits interest that was paid ahead to the principal', async () => {
    const { id } = await arrangeHeld();
    // Pays the instalment that is due and two later ones with their interest.
    await pay(id, { amountMinor: 3 * 10_662, valueDate: '2026-06-01' });
    const { body } = await quote(id, TODAY);
    expect(body.paidAheadMinor).toBeGreaterThan(0);
    const answer = await pay(id, { amountMinor: body.totalMinor });
    expect(answer.body).toMatchObject({
      loanStatus: 'closed',
      payment: { interestMinor: -body.paidAheadMinor },
    });
    await expectReconciled(test.owner);
    const paymentId = answer.body.payment.id;
    expect(await reverse(id, paymentId)).toMatchObject({ body: { loanStatus: 'active' } });
    await expectReconciled(test.owner);
  });

  it('is reversed with its payment, which restores the agreed schedule', async () => {
    const { id } = await arrangeHeld();
    const agreed = await scheduleOf(id);
    const { body } = await pay(id, { amountMinor: 121_716 });
    expect(await reverse(id, body.payment.id)).toMatchObject({
      body: { loanStatus: 'active', outstandingMinor: 120_000 },
    });
    expect(await scheduleOf(id)).toEqual(agreed);
    const read = await agent.get(`/api/loans/${id}`);
    expect(read.body).toMatchObject({ scheduleVersion: 3, payoffMinor: 121_716 });
    await expectReconciled(test.owner);
  });

  it('no longer settles the loan after an earlier payment is reversed', async () => {
    const { id } = await arrangeHeld();
    const first = await pay(id, { valueDate: '2026-06-01' });
    const { body } = await quote(id, TODAY);
    const last = await pay(id, { amountMinor: body.totalMinor });
    expect(last.body.loanStatus).toBe('closed');
    expect(await reverse(id, first.body.payment.id)).toMatchObject({
      body: { loanStatus: 'active' },
    });
    await expectReconciled(test.owner);
    // The remaining payment now counts as paid ahead. Settling again costs the reversed amount and
    // no further interest.
    const after = await quote(id, TODAY);
    const again = await pay(id, { amountMinor: after.body.totalMinor, method: 'card' });
    expect(again.body.loanStatus).toBe('closed');
    const [paid] = await test.owner`
      select sum(amount_minor)::bigint as paid, sum(interest_minor)::bigint as interest
      from effective_payments where loan_id = ${id} and reversal_id is null`;
    expect({ ...paid }).toEqual({ paid: 121_716, interest: 1_716 });
    await expectReconciled(test.owner);
  });

  it('does not settle the loan before a later charge, even if the charge has been paid since', async () => {
    const { id } = await arrangeHeld({ disbursedOn: '2026-05-01' });
    const first = await pay(id, { amountMinor: 100, valueDate: '2026-05-02' });
    const charge = { portion: 'fee', kind: 'other', amountMinor: 750, currency: 'USD' };
    const charged = { id: uuidv7(), ...charge, dueOn: TODAY, reason: 'Costs' };
    expect(await desk.post(`/api/loans/${id}/charges`, charged)).toMatchObject({ status: 200 });
    // This amount is more than the payoff of that day.
    const ahead = await pay(id, { amountMinor: 120_800, valueDate: '2026-05-20' });
    expect(ahead).toMatchObject({ status: 200, body: { loanStatus: 'active' } });
    expect(await pay(id, { amountMinor: 1_000 })).toMatchObject({ status: 200 });
    expect(await reverse(id, first.body.payment.id)).toMatchObject({
      status: 200,
      body: { loanStatus: 'active' },
    });
    // The payment's money is owed again, and no interest is returned because the loan never ended
    // early.
    const given = await test.owner`
      select from payment_allocations where payment_id = ${ahead.body.payment.id} and interest_minor < 0`;
    expect(given).toEqual([]);
    await expectReconciled(test.owner);
  });

  it('is not quoted for a loan that owes nothing, a day before disbursement, or a day before a payment', async () => {
    const closed = await arrangeHeld({ status: 'closed' });
    expect(await quote(closed.id, TODAY)).toMatchObject({
      status: 409,
      body: { error: 'loan_event_refused', details: { status: 'closed', event: 'settle' } },
    });
    const { id } = await arrangeHeld();
    expect((await quote(id, '2026-04-30')).body.error).toBe('value_date_before_disbursement');
    await pay(id, { valueDate: '2026-06-10' });
    expect((await quote(id, '2026-06-09')).body).toMatchObject({
      error: 'payoff_day_passed',
      details: { earliestOn: '2026-06-10' },
    });
    const stranger = await signIn('otherAgent');
    expect(await stranger.get(`/api/loans/${id}/payoff-quote?on=${TODAY}`)).toMatchObject({
      status: 404,
    });
  });
});
