import { describe, expect, it } from 'vitest';
import { expectReconciled } from '../../../testing/expect-reconciled.ts';
import {
  chargesOf,
  done,
  fixed,
  noInterest,
  openLateOffice,
  penaltiesOf,
  quoteOf,
  readOf,
  settle,
} from '../../../testing/late-office.ts';
import { createTestApp } from '../../../testing/test-app.ts';

const test = await createTestApp();
const { owner } = test;

describe('a payment that bounces after its days are closed', () => {
  it('results in the penalties of a loan that was never paid, each dated on its own day', async () => {
    const office = await openLateOffice(test);
    const { on, lend, pay, reverse } = office;
    await on('2026-09-02');
    const wishes = { ...noInterest, disbursedOn: '2026-09-01' };
    const [paid, unpaid] = [await lend(fixed, wishes), await lend(fixed, wishes)];
    await on('2026-10-01');
    const { body } = await pay(paid, { amountMinor: 20_000, valueDate: '2026-10-01' });
    await on('2026-10-11');
    expect(await penaltiesOf(office, paid)).toEqual([]);
    await reverse(paid, body.payment.id);
    await on('2026-11-26');
    const expected = [
      [1, '2026-10-07', 2_500],
      [2, '2026-11-07', 2_500],
    ];
    expect(await penaltiesOf(office, unpaid)).toEqual(expected);
    expect(await penaltiesOf(office, paid)).toEqual(expected);
    const marks = await chargesOf(office, paid);
    expect(marks.map(({ chargedLateOn }) => chargedLateOn)).toEqual(['2026-10-11', null]);
    const { body: closed } = await office.client().get('/api/closings?before=2026-10-12');
    expect(closed.runs[0]).toMatchObject({
      day: '2026-10-11',
      books: [{ penalties: 1, penaltiesMinor: 2_500 }],
    });
    await expectReconciled(owner);
  });
});

describe('a reversal that runs next to a close', () => {
  it('is checked before the day is closed, so that nothing waits for a closed day', async () => {
    const office = await openLateOffice(test);
    await office.on('2026-10-07');
    const wishes = { ...noInterest, disbursedOn: '2026-09-01' };
    const loanId = await office.lend(fixed, wishes);
    const { id: portfolioId } = office.office.portfolio;
    // The close of 7 October has planned its work; the reversal has not seen that it began.
    await owner`
      insert into end_of_day_runs (portfolio_id, day, id, started_at)
      values (${portfolioId}, '2026-10-07', gen_random_uuid(), '2026-10-08T00:00:00Z')`;
    await owner`insert into penalty_checks values (${portfolioId}, ${loanId})`;
    await office.on('2026-10-08');
    expect(await penaltiesOf(office, loanId)).toEqual([[1, '2026-10-07', 2_500]]);
    expect(await owner`select from penalty_checks where loan_id = ${loanId}`).toHaveLength(0);
    await expectReconciled(owner);
  });
});

describe('a loan with closed days still to check', () => {
  it('includes the due penalties in what it owes, wherever it is read', async () => {
    const office = await openLateOffice(test);
    await office.on('2026-10-01');
    await office.on('2026-10-11');
    // The loan is as after an update from a release that did not check closed days again.
    const loanId = await office.lend(fixed, { ...noInterest, disbursedOn: '2026-09-01' });
    const sizeOfStatement = async () => {
      const url = `/api/loans/${loanId}/statement.pdf?from=2026-09-01&to=2026-10-11&language=en`;
      const { cookies } = office.client();
      return (await test.app.server.inject({ url, cookies: { ...cookies } })).rawPayload.length;
    };
    const sizeWithout = await sizeOfStatement();
    await owner`
      insert into penalty_checks values (${office.office.portfolio.id}, ${loanId})`;
    expect(await sizeOfStatement()).toBeGreaterThan(sizeWithout);
    const quote = await quoteOf(office, loanId, '2026-10-11');
    expect(quote).toMatchObject({ totalMinor: 62_500, penaltyMinor: 2_500 });
    const read = await readOf(office, loanId);
    expect(read).toMatchObject({ remainingMinor: 62_500, payoffMinor: 62_500 });
    const path = `/api/loans/${loanId}/beyond-due-preview?amountMinor=62500&valueDate=2026-10-11`;
    const { body: preview } = await office.client().get(path);
    expect(preview).toMatchObject({ before: { totalMinor: 62_500 } });
    // Reading charges nothing; the payment does.
    expect(await penaltiesOf(office, loanId)).toEqual([]);
    await settle(office, loanId, '2026-10-11');
    expect(await penaltiesOf(office, loanId)).toEqual([[1, '2026-10-07', 2_500]]);
    await expectReconciled(owner);
  });
});

describe('a loan that is settled before the next close', () => {
  it('owes the penalty of a bounced payment in its payoff quote', async () => {
    const office = await openLateOffice(test);
    const { on, lend, pay, reverse } = office;
    await on('2026-09-02');
    const wishes = { ...noInterest, disbursedOn: '2026-09-01' };
    const [paid, unpaid] = [await lend(fixed, wishes), await lend(fixed, wishes)];
    await on('2026-10-01');
    const { body } = await pay(paid, { amountMinor: 20_000, valueDate: '2026-10-01' });
    await on('2026-10-11');
    await reverse(paid, body.payment.id);
    for (const id of [paid, unpaid]) {
      expect(await penaltiesOf(office, id)).toEqual([[1, '2026-10-07', 2_500]]);
      const quote = await quoteOf(office, id, '2026-10-11');
      expect(quote).toMatchObject({ totalMinor: 62_500, penaltyMinor: 2_500 });
      await settle(office, id, '2026-10-11');
    }
    await expectReconciled(owner);
  });

  it('is charged, waived and charged again on one day if the payment bounces twice', async () => {
    const office = await openLateOffice(test);
    const { lend, pay, reverse, on } = office;
    await on('2026-09-02');
    const loanId = await lend(fixed, { ...noInterest, disbursedOn: '2026-09-01' });
    await on('2026-10-11');
    const payAndBounce = async () => {
      const { body } = await pay(loanId, { amountMinor: 20_000, valueDate: '2026-10-01' });
      expect(await penaltiesOf(office, loanId)).toEqual([]);
      await reverse(loanId, body.payment.id);
      expect(await penaltiesOf(office, loanId)).toEqual([[1, '2026-10-07', 2_500]]);
    };
    await payAndBounce().then(payAndBounce);
    await on('2026-10-12');
    expect(await penaltiesOf(office, loanId)).toEqual([[1, '2026-10-07', 2_500]]);
    await expectReconciled(owner);
  });

  it('gets the penalty if an overpayment would still cover everything except the lateness', async () => {
    const office = await openLateOffice(test);
    const { on, lend, pay, reverse } = office;
    await on('2026-09-02');
    const loanId = await lend(fixed, { ...noInterest, disbursedOn: '2026-09-01' });
    await on('2026-10-01');
    const { body } = await pay(loanId, { amountMinor: 20_000, valueDate: '2026-10-01' });
    await on('2026-10-21');
    const rest = { amountMinor: 62_500, valueDate: '2026-10-21', overpaymentTreatment: 'credit' };
    await done(pay(loanId, rest));
    await reverse(loanId, body.payment.id);
    expect(await penaltiesOf(office, loanId)).toEqual([[1, '2026-10-07', 2_500]]);
    await expectReconciled(owner);
  });
});

describe('a settling payment that is dated before a penalty', () => {
  async function arrangeOneLeft() {
    const office = await openLateOffice(test);
    await office.on('2026-09-02');
    const loanId = await office.lend(fixed, {
      ...noInterest,
      instalmentCount: 1,
      disbursedOn: '2026-09-01',
    });
    await office.on('2026-10-21');
    expect(await penaltiesOf(office, loanId)).toEqual([[1, '2026-10-07', 2_500]]);
    return { office, loanId };
  }

  it('closes the loan without the penalty', async () => {
    const { office, loanId } = await arrangeOneLeft();
    const posted = await office.pay(loanId, { amountMinor: 60_000, valueDate: '2026-10-01' });
    expect(posted.body).toMatchObject({ loanStatus: 'closed', waived: [{ amountMinor: 2_500 }] });
    expect(await penaltiesOf(office, loanId)).toEqual([]);
    await expectReconciled(owner);
  });

  it('moves money that paid the penalty to the credit balance', async () => {
    const { office, loanId } = await arrangeOneLeft();
    await done(office.pay(loanId, { amountMinor: 2_500, valueDate: '2026-10-20' }));
    const posted = await office.pay(loanId, { amountMinor: 60_000, valueDate: '2026-10-01' });
    expect(posted.body).toMatchObject({ loanStatus: 'closed', waived: [{ amountMinor: 2_500 }] });
    expect(await penaltiesOf(office, loanId)).toEqual([]);
    expect(await readOf(office, loanId)).toMatchObject({ creditMinor: 2_500, remainingMinor: 0 });
    await expectReconciled(owner);
  });

  it('saves the same interest as a payoff of its day', async () => {
    const office = await openLateOffice(test);
    await office.on('2026-09-02');
    const [loan, reference] = [await office.lend(fixed), await office.lend(fixed)];
    await office.on('2026-09-03');
    const { totalMinor } = await quoteOf(office, reference, '2026-09-03');
    await settle(office, reference, '2026-09-03');
    await office.on('2026-09-21');
    expect(await penaltiesOf(office, loan)).toEqual([[1, '2026-09-07', 2_500]]);
    const posted = await office.pay(loan, { amountMinor: totalMinor, valueDate: '2026-09-03' });
    expect(posted.body).toMatchObject({ loanStatus: 'closed', outstandingMinor: 0 });
    expect((await readOf(office, loan)).instalments).toEqual(
      (await readOf(office, reference)).instalments,
    );
    await expectReconciled(owner);
  });
});

describe('a payment that is dated before a penalty', () => {
  async function arrangeLate(waiving?: { required: boolean }) {
    const office = await openLateOffice(test, waiving);
    await office.on('2026-09-02');
    const grace = { ...fixed, amountMinor: 1_500, graceDays: 10 };
    const loanId = await office.lend(grace);
    await office.on('2026-11-26');
    expect(await penaltiesOf(office, loanId)).toEqual([
      [1, '2026-09-12', 1_500],
      [2, '2026-10-12', 1_500],
      [3, '2026-11-12', 1_500],
    ]);
    const { body: read } = await office.client().get(`/api/loans/${loanId}`);
    const [first] = read.instalments;
    const amountMinor = first.principalMinor + first.interestMinor;
    return { office, loanId, payment: { amountMinor, valueDate: '2026-09-01' } };
  }

  it('lists in its preview the penalties that it makes void, and waives them when posted', async () => {
    const { office, loanId, payment } = await arrangeLate();
    const preview = await office
      .client()
      .get(
        `/api/loans/${loanId}/penalties-preview?amountMinor=${payment.amountMinor}&valueDate=2026-09-01`,
      );
    expect(preview.body.penalties).toMatchObject([
      { instalmentNumber: 1, dueOn: '2026-09-01', amountMinor: 1_500, outcome: 'done' },
    ]);
    expect(await penaltiesOf(office, loanId)).toHaveLength(3);
    const posted = await office.pay(loanId, payment);
    expect(posted.body.waived).toMatchObject([{ instalmentNumber: 1, outcome: 'done' }]);
    expect(await penaltiesOf(office, loanId)).toEqual([
      [2, '2026-10-12', 1_500],
      [3, '2026-11-12', 1_500],
    ]);
    const { body: read } = await office.client().get(`/api/loans/${loanId}`);
    expect(read).toMatchObject({ daysPastDue: 56, bucket: '31-60' });
    await expectReconciled(owner);
    // After the cheque bounces, the penalty is due again.
    await office.reverse(loanId, posted.body.payment.id);
    expect(await penaltiesOf(office, loanId)).toHaveLength(3);
    await office.on('2026-11-27');
    expect(await penaltiesOf(office, loanId)).toHaveLength(3);
    await expectReconciled(owner);
  });

  it('leaves the penalties that the user unticked', async () => {
    const { office, loanId, payment } = await arrangeLate();
    const [first] = await chargesOf(office, loanId);
    const posted = await office.pay(loanId, { ...payment, retainPenalties: [first?.id] });
    expect(posted.body.waived).toEqual([]);
    expect(await penaltiesOf(office, loanId)).toHaveLength(3);
    await office.on('2026-11-27');
    await expectReconciled(owner);
  });

  it('waits for a second person if waivers need one', async () => {
    const { office, loanId, payment } = await arrangeLate({ required: true });
    const posted = await office.pay(loanId, payment);
    expect(posted.body.waived).toMatchObject([{ outcome: 'awaiting-approval' }]);
    expect(await penaltiesOf(office, loanId)).toHaveLength(3);
    await expectReconciled(owner);
  });

  it('reallocates later payments that paid the penalty', async () => {
    const { office, loanId, payment } = await arrangeLate();
    await office.pay(loanId, { amountMinor: 5_000, valueDate: '2026-09-20' });
    const posted = await office.pay(loanId, payment);
    expect(posted.body.waived).toMatchObject([{ instalmentNumber: 1, amountMinor: 1_500 }]);
    const { body: read } = await office.client().get(`/api/loans/${loanId}`);
    expect(read.penaltyPaidMinor).toBe(0);
    await expectReconciled(owner);
  });
});
