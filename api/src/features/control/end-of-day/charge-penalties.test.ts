import type { ProductTerms } from '@bursar/contracts/servicing/product-terms';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeApprovalRule, arrangeLoan } from '../../../testing/arrange.ts';
import { expectReconciled } from '../../../testing/expect-reconciled.ts';
import { productOf } from '../../../testing/lending.ts';
import { openOffice, paymentOf } from '../../../testing/open-office.ts';
import { createTestApp, type TestClient } from '../../../testing/test-app.ts';
import { closeDays } from './close-days.ts';

const test = await createTestApp();
const { owner, database } = test;

/** Opens a separate portfolio whose closes start on a day that each test sets. */
async function openLateOffice() {
  const office = await openOffice({ test, tag: uuidv7().slice(-6) });
  const { portfolio } = office;
  await arrangeApprovalRule(owner, portfolio, { kind: 'waive-charge', required: false });
  const manager = await office.signIn('manager');
  const closeAt = (instant: string) =>
    closeDays(database, { now: new Date(instant), portfolioId: portfolio.id });
  /** Lends 1,200.00 over 12 months; 106.62 is due on the first of each month from June. */
  const lend = async (penalty: ProductTerms['penalty']) => {
    const loan = await arrangeLoan(owner, portfolio, {});
    const product = productOf({ penalty });
    expect((await manager.post('/api/loan-products', product)).status).toBe(200);
    await owner`
      update loans set product_id = ${product.id}, product_version_id = ${product.versionId}
      where id = ${loan.id}`;
    return loan.id;
  };
  return { portfolio, manager, closeAt, lend };
}

const fixed = (graceDays: number) =>
  ({ kind: 'fixed', amountMinor: 2_500, graceDays, capMinor: null }) as const;
const yearly = (changes: object = {}) => ({
  ...({ kind: 'percent', percent: '18', graceDays: 0, capMinor: null } as const),
  ...changes,
});

type Charged = { amountMinor: number; instalmentNumber: number; portion: string };
const penaltiesOf = async (manager: TestClient, loanId: string) =>
  (await manager.get(`/api/loans/${loanId}/charges`)).body.charges
    .map(({ amountMinor, instalmentNumber, portion }: Charged) => {
      return [portion, instalmentNumber, amountMinor];
    })
    .toReversed();

describe('the end-of-day close', () => {
  it('charges a fixed penalty once, on the first day after the grace days', async () => {
    const { manager, closeAt, lend } = await openLateOffice();
    const loanId = await lend(fixed(3));
    await closeAt('2026-06-05T00:00:00Z');
    expect(await penaltiesOf(manager, loanId)).toEqual([]);
    await closeAt('2026-06-06T00:00:00Z');
    expect(await penaltiesOf(manager, loanId)).toEqual([['penalty', 1, 2_500]]);
    await closeAt('2026-06-20T00:00:00Z');
    const { charges } = (await manager.get(`/api/loans/${loanId}/charges`)).body;
    expect(charges).toMatchObject([
      { madeBy: null, kind: 'late-payment', dueOn: '2026-06-01', openMinor: 2_500 },
    ]);
    const { body: ledger } = await manager.get(`/api/loans/${loanId}/ledger`);
    expect(ledger.transactions[0]).toMatchObject({ event: 'add-charge', postedBy: null });
    const { body: activity } = await manager.get(`/api/loans/${loanId}/activity`);
    expect(activity.rows).toMatchObject([
      { event: 'add-charge', by: null, reason: '', lateSince: ['2026-06-01'] },
    ]);
    const { body: audit } = await manager.get(`/api/audit?loanId=${loanId}`);
    expect(audit.rows[0].after).toMatchObject({ lateSince: '2026-06-01' });
    expect(audit.rows[0].after).not.toHaveProperty('reason');
    const { body: closed } = await manager.get('/api/closings?before=2026-06-06');
    expect(closed.runs[0]).toMatchObject({
      day: '2026-06-05',
      books: [{ penalties: 1, penaltiesMinor: 2_500 }],
    });
    await expectReconciled(owner);
  });

  it('charges a yearly rate for each whole month of lateness, also for days closed late', async () => {
    const { manager, closeAt, lend } = await openLateOffice();
    const loanId = await lend(yearly());
    const capped = await lend(yearly({ capMinor: 300 }));
    await closeAt('2026-06-30T00:00:00Z');
    await closeAt('2026-08-02T00:00:00Z');
    // 18 % a year of one instalment of 106.62 for the 30 days of June, then of both for the 31 of
    // July.
    const july = [
      ['penalty', 1, 163],
      ['penalty', 2, 163],
    ];
    expect(await penaltiesOf(manager, loanId)).toEqual([['penalty', 1, 158], ...july]);
    expect(await penaltiesOf(manager, capped)).toEqual([
      ['penalty', 1, 158],
      ['penalty', 1, 142],
      ['penalty', 2, 163],
    ]);
    await expectReconciled(owner);
  });

  it('charges only what is still overdue', async () => {
    const { manager, closeAt, lend } = await openLateOffice();
    const part = await lend(yearly());
    const inTime = await lend(fixed(0));
    const pay = (loanId: string, amountMinor: number, valueDate = '2026-06-01') =>
      manager.post(`/api/loans/${loanId}/payments`, paymentOf({ amountMinor, valueDate }));
    await pay(part, 5_662);
    await pay(inTime, 10_662);
    const late = await lend(fixed(9));
    await closeAt('2026-06-02T00:00:00Z');
    // The payment comes after the charged day but before its close.
    await pay(late, 10_662, '2026-06-12');
    await closeAt('2026-07-02T00:00:00Z');
    // The penalty is on 50.00 for 30 days.
    expect(await penaltiesOf(manager, part)).toEqual([['penalty', 1, 74]]);
    expect(await penaltiesOf(manager, inTime)).toEqual([]);
    expect(await penaltiesOf(manager, late)).toEqual([['penalty', 1, 2_500]]);
    const journal = await manager.get('/api/finance/journal.csv?from=2026-06-11&to=2026-06-11');
    expect(journal.body).toContain('close-day');
  });

  it('charges once, even if several processes close the day', async () => {
    const { manager, closeAt, lend } = await openLateOffice();
    const loanIds = await Promise.all(Array.from({ length: 6 }, () => lend(fixed(0))));
    await closeAt('2026-06-02T00:00:00Z');
    await Promise.all([1, 2, 3].map(() => closeAt('2026-06-03T00:00:00Z')));
    await closeAt('2026-06-03T00:00:00Z');
    for (const loanId of loanIds) {
      expect(await penaltiesOf(manager, loanId)).toEqual([['penalty', 1, 2_500]]);
    }
    await expectReconciled(owner);
  });

  it('skips a loan that cannot be charged, charges the others, and retries it at the next close', async () => {
    const { manager, portfolio, closeAt, lend } = await openLateOffice();
    const [stuck, fine] = [await lend(fixed(0)), await lend(fixed(0))];
    await closeAt('2026-06-02T00:00:00Z');
    await owner`alter table charges add constraint stuck check (loan_id <> ${owner.unsafe(`'${stuck}'`)})`;
    const left: string[] = [];
    await closeDays(database, {
      now: new Date('2026-06-03T00:00:00Z'),
      portfolioId: portfolio.id,
      onLeft: (_error, loanId) => left.push(loanId),
    });
    await owner`alter table charges drop constraint stuck`;
    expect(left).toEqual([stuck]);
    expect(await penaltiesOf(manager, stuck)).toEqual([]);
    expect(await penaltiesOf(manager, fine)).toEqual([['penalty', 1, 2_500]]);
    const leftOn = async (before: string) =>
      (await manager.get(`/api/closings?before=${before}`)).body.runs[0].exceptions;
    expect(await leftOn('2026-06-03')).toMatchObject([{ loanId: stuck, doneOn: null }]);
    // The loan is paid after the day, but its penalty still depends on what was unpaid at the end
    // of the day.
    await manager.post(`/api/loans/${stuck}/payments`, paymentOf({ valueDate: '2026-06-03' }));
    await closeAt('2026-06-04T00:00:00Z');
    expect(await penaltiesOf(manager, stuck)).toEqual([['penalty', 1, 2_500]]);
    const { transactions } = (await manager.get(`/api/loans/${stuck}/ledger`)).body;
    expect(transactions).toContainEqual(
      expect.objectContaining({ event: 'add-charge', valueDate: '2026-06-02' }),
    );
    expect(await leftOn('2026-06-03')).toMatchObject([{ loanId: stuck, doneOn: '2026-06-03' }]);
    await closeAt('2026-06-05T00:00:00Z');
    expect(await penaltiesOf(manager, stuck)).toHaveLength(1);
    await expectReconciled(owner);
  });

  it('charges penalties that can be waived and paid like any charge', async () => {
    const { manager, closeAt, lend } = await openLateOffice();
    const loanId = await lend(fixed(0));
    await closeAt('2026-06-02T00:00:00Z');
    await closeAt('2026-06-03T00:00:00Z');
    const [charge] = (await manager.get(`/api/loans/${loanId}/charges`)).body.charges;
    const waived = await manager.post(`/api/loans/${loanId}/charges/${charge.id}/waiver`, {
      id: uuidv7(),
      amountMinor: 1_000,
      reason: 'Goodwill',
    });
    expect(waived.status).toBe(200);
    const paid = await manager.post(
      `/api/loans/${loanId}/payments`,
      paymentOf({ amountMinor: 10_662 + 1_500, valueDate: '2026-06-15' }),
    );
    expect(paid.body.payment).toMatchObject({ penaltyMinor: 1_500 });
    await expectReconciled(owner);
  });
});
