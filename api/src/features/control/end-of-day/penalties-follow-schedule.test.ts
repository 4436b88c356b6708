import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeApprovalRule } from '../../../testing/arrange.ts';
import { expectReconciled } from '../../../testing/expect-reconciled.ts';
import {
  chargesOf,
  fixed,
  noInterest,
  openLateOffice,
  penaltiesOf,
  quoteOf,
  type LateOffice,
} from '../../../testing/late-office.ts';
import { createTestApp } from '../../../testing/test-app.ts';

const test = await createTestApp();
const { owner } = test;

const monthly = { kind: 'percent', percent: '12', graceDays: 2, capMinor: null } as const;

/**
 * Two equal loans, of which one is rescheduled on 2 September to `instalmentCount` instalments from
 * `firstDueOn` on. Both stay unpaid until 26 November.
 */
async function arrangeTwins({
  penalty = fixed,
  instalmentCount = 4,
  firstDueOn = '2026-09-10',
  waiving = { required: false },
}: {
  readonly penalty?: Parameters<LateOffice['lend']>[0];
  readonly instalmentCount?: number;
  readonly firstDueOn?: string;
  readonly waiving?: { readonly required: boolean };
} = {}) {
  const late = await openLateOffice(test, waiving);
  const { portfolio } = late.office;
  await arrangeApprovalRule(owner, portfolio, { kind: 'reschedule-loan', required: false });
  await late.on('2026-09-02');
  const wishes = { ...noInterest, disbursedOn: '2026-08-20' };
  const [loanId, twinId] = [await late.lend(penalty, wishes), await late.lend(penalty, wishes)];
  const terms = { instalmentCount, annualRatePercent: '0', firstDueOn, principalMinor: 60_000 };
  const rescheduled = await late
    .client()
    .post(`/api/loans/${loanId}/reschedule`, { id: uuidv7(), ...terms, reason: 'Lost the job' });
  expect(rescheduled).toMatchObject({ status: 200, body: { outcome: 'done' } });
  await late.on('2026-11-26');
  const undo = () =>
    late.client().post(`/api/loans/${loanId}/undo-reschedule`, { id: uuidv7(), reason: 'Mistake' });
  return { late, loanId, twinId, undo };
}

describe('a reschedule that is undone after its due dates were missed', () => {
  const schedules = [
    ['other due dates', { firstDueOn: '2026-09-10' }],
    ['the same due dates', { firstDueOn: '2026-09-20', instalmentCount: 2 }],
    ['more instalments than before', { firstDueOn: '2026-09-05', instalmentCount: 9 }],
    ['a yearly penalty', { penalty: monthly, firstDueOn: '2026-09-08' }],
  ] as const;

  it.each(schedules)('leaves the penalties of a loan never rescheduled: %s', async (_, given) => {
    const { late, loanId, twinId, undo } = await arrangeTwins(given);
    expect((await penaltiesOf(late, loanId)).length).toBeGreaterThan(0);
    await expectReconciled(owner);
    expect(await undo()).toMatchObject({ status: 200, body: { outcome: 'done' } });
    expect(await penaltiesOf(late, loanId)).toEqual(await penaltiesOf(late, twinId));
    expect(await quoteOf(late, loanId, '2026-11-26')).toEqual(
      await quoteOf(late, twinId, '2026-11-26'),
    );
    await expectReconciled(owner);
    await late.on('2027-01-15');
    expect(await penaltiesOf(late, loanId)).toEqual(await penaltiesOf(late, twinId));
    await expectReconciled(owner);
  });

  it('requests the waivers if a second person must decide on them', async () => {
    const { late, loanId, undo } = await arrangeTwins({ waiving: { required: true } });
    const before = await penaltiesOf(late, loanId);
    expect(await undo()).toMatchObject({ status: 200, body: { outcome: 'done' } });
    expect(await penaltiesOf(late, loanId)).toEqual(expect.arrayContaining(before));
    const deputy = await late.office.signInDeputy();
    const { body } = await deputy.get('/api/approvals');
    expect(body.approvals.map(({ kind }: { kind: string }) => kind)).toEqual(
      before.map(() => 'waive-charge'),
    );
    await expectReconciled(owner);
  });

  it('shows the approver the penalties that it waives, and waives them with the approval', async () => {
    const { late, loanId, twinId, undo } = await arrangeTwins({ waiving: { required: true } });
    const { office } = late;
    await owner`
      update approval_rules set required = true
      where portfolio_id = ${office.portfolio.id} and kind = 'reschedule-loan'`;
    const penalties = (await chargesOf(late, loanId)).map(({ chargedOn, amountMinor }) => {
      return { chargedOn, amountMinor };
    });
    expect(await undo()).toMatchObject({ status: 200, body: { outcome: 'awaiting-approval' } });
    const deputy = await office.signInDeputy();
    const { body } = await deputy.get('/api/approvals');
    expect(body.approvals).toMatchObject([
      { kind: 'undo-reschedule', after: { waivedPenalties: penalties } },
    ]);
    expect(penalties).not.toEqual([]);
    const decided = await deputy.post(`/api/approvals/${body.approvals[0].id}/decision`, {
      decision: 'approve',
      reason: 'Seen',
    });
    expect(decided).toMatchObject({ status: 200 });
    expect(await penaltiesOf(late, loanId)).toEqual(await penaltiesOf(late, twinId));
    await expectReconciled(owner);
  });
});
