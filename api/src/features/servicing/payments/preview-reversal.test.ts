import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeApprovalRule } from '../../../testing/arrange.ts';
import { expectReconciled } from '../../../testing/expect-reconciled.ts';
import {
  done,
  fixed,
  noInterest,
  openLateOffice,
  penaltiesOf,
  readOf,
  type LateOffice,
} from '../../../testing/late-office.ts';
import { createTestApp } from '../../../testing/test-app.ts';

const test = await createTestApp();
const { owner } = test;

describe('the preview of a reversal', () => {
  /** Arranges a loan of 600.00 whose first two instalments are paid and past their grace days. */
  async function arrangePaid() {
    const office = await openLateOffice(test);
    const { on, lend, pay } = office;
    await on('2026-09-02');
    const loanId = await lend(fixed, { ...noInterest, disbursedOn: '2026-09-01' });
    await on('2026-10-01');
    const { body } = await pay(loanId, { amountMinor: 20_000, valueDate: '2026-10-01' });
    await on('2026-11-01');
    await done(pay(loanId, { amountMinor: 20_000, valueDate: '2026-11-01' }));
    await on('2026-11-26');
    expect(await penaltiesOf(office, loanId)).toEqual([]);
    return { office, loanId, paymentId: body.payment.id };
  }
  const previewOf = async ({ client }: LateOffice, loanId: string, paymentId: string) =>
    (await client().get(`/api/loans/${loanId}/payments/${paymentId}/reversal-preview`)).body;

  it('shows the penalties that the reversal charges, with their dates', async () => {
    const { office, loanId, paymentId } = await arrangePaid();
    const preview = await previewOf(office, loanId, paymentId);
    // The payment of 1 November pays the first instalment now, so the second is late as well.
    expect(preview.penalties).toEqual([
      { instalmentNumber: 1, dueOn: '2026-10-01', chargedOn: '2026-10-07', amountMinor: 2_500 },
      { instalmentNumber: 2, dueOn: '2026-11-01', chargedOn: '2026-11-07', amountMinor: 2_500 },
    ]);
    expect(await penaltiesOf(office, loanId)).toEqual([]);
    await office.reverse(loanId, paymentId);
    expect(await penaltiesOf(office, loanId)).toEqual([
      [1, '2026-10-07', 2_500],
      [2, '2026-11-07', 2_500],
    ]);
    const read = await readOf(office, loanId);
    expect(preview.after).toEqual({
      loanStatus: read.status,
      outstandingMinor: read.outstandingMinor,
      remainingMinor: read.remainingMinor,
      oldestUnpaidDueOn: '2026-10-01',
      creditMinor: read.creditMinor,
    });
    expect(read.remainingMinor).toBe(40_000 + 5_000);
    const { body } = await office.client().get(`/api/loans/${loanId}/payments`);
    expect(preview.reallocated).toMatchObject([
      { before: { principalMinor: 20_000, penaltyMinor: 0 } },
    ]);
    const { principalMinor, penaltyMinor } = body.payments.find(
      ({ id }: { id: string }) => id === preview.reallocated[0].id,
    );
    expect(preview.reallocated[0].after).toMatchObject({ principalMinor, penaltyMinor });
  });

  it('puts these penalties into the request for a second person', async () => {
    const { office, loanId, paymentId } = await arrangePaid();
    await owner`
      update approval_rules set required = true
      where portfolio_id = ${office.office.portfolio.id} and kind = 'reverse-payment'`;
    const preview = await previewOf(office, loanId, paymentId);
    const id = uuidv7();
    const path = `/api/loans/${loanId}/payments/${paymentId}/reversal`;
    const asked = await office.client().post(path, { id, reason: 'Bounced' });
    expect(asked).toMatchObject({ status: 200, body: { outcome: 'awaiting-approval' } });
    const { body } = await office.client().get(`/api/approvals/${id}`);
    expect(body.after).toEqual({
      ...preview.after,
      reallocated: 1,
      penalties: [
        { chargedOn: '2026-10-07', amountMinor: 2_500 },
        { chargedOn: '2026-11-07', amountMinor: 2_500 },
      ],
    });
    expect(await penaltiesOf(office, loanId)).toEqual([]);
    await expectReconciled(owner);
  });
});

it('the preview and request to undo a write-off list the penalties that it charges', async () => {
  const office = await openLateOffice(test);
  const { portfolio } = office.office;
  await office.on('2026-09-02');
  const loanId = await office.lend(fixed, { ...noInterest, disbursedOn: '2026-09-01' });
  await arrangeApprovalRule(owner, portfolio, { kind: 'write-off-loan', required: false });
  const loss = { id: uuidv7(), reason: 'Lost', principalMinor: 60_000 };
  const written = await office.client().post(`/api/loans/${loanId}/write-off`, loss);
  expect(written).toMatchObject({ status: 200, body: { outcome: 'done' } });
  await office.on('2026-10-11');
  expect(await penaltiesOf(office, loanId)).toEqual([]);
  await owner`
    update approval_rules set required = true
    where portfolio_id = ${portfolio.id} and kind = 'write-off-loan'`;
  const preview = await office.client().get(`/api/loans/${loanId}/undo-write-off-preview`);
  expect(preview.body).toMatchObject({ needsApproval: true, penaltyMinor: 2_500 });
  const undo = { id: uuidv7(), reason: 'Found' };
  const asked = await office.client().post(`/api/loans/${loanId}/undo-write-off`, undo);
  expect(asked).toMatchObject({ status: 200, body: { outcome: 'awaiting-approval' } });
  const { body } = await office.client().get(`/api/approvals/${undo.id}`);
  expect(body.after).toMatchObject({
    penalties: [{ chargedOn: '2026-10-07', amountMinor: 2_500 }],
  });
  expect(await readOf(office, loanId)).toMatchObject({ status: 'written_off' });
});

it('the request to undo a reschedule lists the penalties that it charges', async () => {
  const office = await openLateOffice(test);
  const { portfolio } = office.office;
  await office.on('2026-09-02');
  const loanId = await office.lend(fixed, { ...noInterest, disbursedOn: '2026-09-01' });
  await arrangeApprovalRule(owner, portfolio, { kind: 'reschedule-loan', required: false });
  const terms = { instalmentCount: 6, annualRatePercent: '0', firstDueOn: '2027-01-01' };
  const later = { id: uuidv7(), ...terms, principalMinor: 60_000, reason: 'Hardship' };
  const changed = await office.client().post(`/api/loans/${loanId}/reschedule`, later);
  expect(changed).toMatchObject({ status: 200, body: { outcome: 'done' } });
  await office.on('2026-10-11');
  await owner`
    update approval_rules set required = true
    where portfolio_id = ${portfolio.id} and kind = 'reschedule-loan'`;
  const undo = { id: uuidv7(), reason: 'Paid after all' };
  const asked = await office.client().post(`/api/loans/${loanId}/undo-reschedule`, undo);
  expect(asked).toMatchObject({ status: 200, body: { outcome: 'awaiting-approval' } });
  const { body } = await office.client().get(`/api/approvals/${undo.id}`);
  expect(body.after).toMatchObject({
    penalties: [{ chargedOn: '2026-10-07', amountMinor: 2_500 }],
  });
  expect(await penaltiesOf(office, loanId)).toEqual([]);
});
