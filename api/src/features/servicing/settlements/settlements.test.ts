import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrangeAdmin } from '../../../testing/arrange.ts';
import { expectReconciled } from '../../../testing/expect-reconciled.ts';
import { openOffice, paymentOf, type Office } from '../../../testing/open-office.ts';
import { createTestApp, type TestClient } from '../../../testing/test-app.ts';
import { closeDays } from '../../control/end-of-day/close-days.ts';

const test = await createTestApp();
let office: Office;
let agent: TestClient;
let manager: TestClient;
let offices = 0;
const arrangeHeld = () => office.arrangeHeld();
const signIn: Office['signIn'] = (who) => office.signIn(who);
beforeEach(async () => {
  test.clock.moveTo('2026-06-15T12:00:00Z');
  offices += 1;
  office = await openOffice({ test, tag: `settled ${offices}` });
  [agent, manager] = [await signIn('agent'), await signIn('manager')];
});

const lines = [
  { amountMinor: 300_00, promisedOn: '2026-06-20' },
  { amountMinor: 200_00, promisedOn: '2026-06-27' },
];
const request = (loanId: string, wishes: object = {}, client: TestClient = agent) =>
  client.post(`/api/loans/${loanId}/settlement-request`, {
    id: uuidv7(),
    currency: 'USD',
    lines,
    agreedBy: 'call',
    reason: 'Lost the job',
    ...wishes,
  });
const decide = (id: string, client: TestClient = manager) =>
  client.post(`/api/approvals/${id}/decision`, { decision: 'approve', reason: '' });

async function agree(loanId: string, wishes: object = {}) {
  const id = uuidv7();
  expect((await request(loanId, { id, ...wishes })).status).toBe(200);
  expect((await decide(id)).body.state).toBe('approved');
  return id;
}

/** Moves the clock to noon of a day, signs in again and posts a payment of that day. */
async function pay(loanId: string, amountMinor: number, valueDate: string, wishes: object = {}) {
  test.clock.moveTo(`${valueDate}T12:00:00Z`);
  agent = await signIn('agent');
  const payment = paymentOf({ amountMinor, valueDate, ...wishes });
  expect((await agent.post(`/api/loans/${loanId}/payments`, payment)).status).toBe(200);
  return payment.id;
}

async function reverse(loanId: string, paymentId: string) {
  const reversal = { id: uuidv7(), reason: 'Cheque bounced' };
  const desk = await signIn('desk');
  await desk.post(`/api/loans/${loanId}/payments/${paymentId}/reversal`, reversal);
  expect((await decide(reversal.id, await signIn('manager'))).body.state).toBe('approved');
}

async function close(day: string) {
  test.clock.moveTo(`${day}T23:59:00Z`);
  const now = new Date(`${day}T00:00:00Z`);
  now.setUTCDate(now.getUTCDate() + 1);
  await closeDays(test.database, { now, portfolioId: office.portfolio.id });
}

const promisesOf = async (loanId: string) =>
  (await (await signIn('agent')).get(`/api/loans/${loanId}/promises`)).body;
const isInQueue = async (loanId: string) => {
  const { body } = await (await signIn('agent')).get('/api/work/queue');
  return body.items.some((item: { loanId: string }) => item.loanId === loanId);
};
const loanOf = async (loanId: string) =>
  (await (await signIn('manager')).get(`/api/loans/${loanId}`)).body;

describe('a settlement', () => {
  it('waits for a manager, who sees what is not collected, and parks the loan', async () => {
    const { id: loanId } = await arrangeHeld();
    const id = uuidv7();
    expect((await request(loanId, { id })).body).toEqual({
      outcome: 'awaiting-approval',
      replayed: false,
    });
    expect((await request(loanId, { id })).body).toMatchObject({ replayed: true });
    expect((await promisesOf(loanId)).requests).toMatchObject([
      { id, state: 'waiting', isSettlement: true, exceeded: [] },
    ]);
    const { payoffMinor } = await loanOf(loanId);
    const { body } = await manager.get(`/api/approvals/${id}`);
    expect(body).toMatchObject({
      kind: 'agree-settlement',
      mayDecide: true,
      amountMinor: 500_00,
      after: {
        payoffMinor,
        forgoneMinor: payoffMinor - 500_00,
        promiseLines: 2,
        promisedUntilOn: '2026-06-27',
        agreedBy: 'call',
      },
    });
    expect(await decide(id, await signIn('desk'))).toMatchObject({ status: 404 });
    expect((await decide(id)).body.state).toBe('approved');
    expect(await promisesOf(loanId)).toMatchObject({
      promises: [
        {
          id,
          lines: [{ state: 'waiting' }, { state: 'waiting' }],
          settlement: { payoffMinor, approvedBy: `manager settled ${offices}`, completedOn: null },
        },
      ],
      requests: [],
    });
    expect(await isInQueue(loanId)).toBe(false);
  });

  it('leaves nothing to collect between the last payment and the end of its day', async () => {
    const { id: loanId } = await arrangeHeld();
    await agree(loanId, { lines: [{ amountMinor: 50_00, promisedOn: '2026-06-18' }] });
    test.clock.moveTo('2026-06-18T09:00:00Z');
    expect(await isInQueue(loanId)).toBe(true);
    await pay(loanId, 50_00, '2026-06-18');
    expect((await promisesOf(loanId)).promises).toMatchObject([
      { lines: [{ state: 'kept' }], settlement: { completedOn: null } },
    ]);
    expect(await isInQueue(loanId)).toBe(false);
    await expectReconciled(test.owner);
  });

  it('ends with the write-off of the rest once all of it is paid, as a write-off by hand', async () => {
    const [settled, twin] = [await arrangeHeld(), await arrangeHeld()];
    const id = await agree(settled.id);
    for (const loan of [settled, twin]) await pay(loan.id, 300_00, '2026-06-19');
    await close('2026-06-19');
    expect(await loanOf(settled.id)).toMatchObject({ status: 'active' });
    for (const loan of [settled, twin]) await pay(loan.id, 200_00, '2026-06-26');
    await close('2026-06-26');
    const lost = await loanOf(settled.id);
    expect(lost.status).toBe('written_off');
    expect(await promisesOf(settled.id)).toMatchObject({
      promises: [{ id, settlement: { completedOn: '2026-06-26' } }],
    });
    test.clock.moveTo('2026-06-27T08:00:00Z');
    const owed = await (await signIn('manager')).get(`/api/loans/${twin.id}/write-off-preview`);
    const { body } = await (await signIn('manager')).get(`/api/loans/${settled.id}/write-offs`);
    expect(body.writeOffs).toMatchObject([
      {
        event: 'write-off-loan',
        valueDate: '2026-06-26',
        principalMinor: owed.body.principalMinor,
        reason: 'Lost the job',
        madeBy: `manager settled ${offices}`,
      },
    ]);
    await expectReconciled(test.owner);
  });

  it('is completed once, also if its write-off is undone', async () => {
    const later = await arrangeHeld();
    await agree(later.id, { lines: [{ amountMinor: 500_00, promisedOn: '2026-06-16' }] });
    await pay(later.id, 500_00, '2026-06-16');
    await close('2026-06-16');
    expect((await loanOf(later.id)).status).toBe('written_off');
    test.clock.moveTo('2026-06-17T08:00:00Z');
    const undo = { id: uuidv7(), reason: 'The bank recalled the transfer' };
    await (await signIn('manager')).post(`/api/loans/${later.id}/undo-write-off`, undo);
    expect((await decide(undo.id, await office.signInDeputy())).body.state).toBe('approved');
    await close('2026-06-17');
    expect((await loanOf(later.id)).status).toBe('active');
    await expectReconciled(test.owner);
  });

  it('is not completed while the borrower has credit that the loan could use', async () => {
    const { id: loanId } = await arrangeHeld();
    await agree(loanId, { lines: [{ amountMinor: 500_00, promisedOn: '2026-06-16' }] });
    await pay(loanId, 500_00, '2026-06-16', { overpaymentTreatment: 'credit' });
    await close('2026-06-16');
    const { creditMinor, status } = await loanOf(loanId);
    expect(status).toBe('active');
    expect((await promisesOf(loanId)).promises).toMatchObject([
      { lines: [{ state: 'kept' }], settlement: { completedOn: null, waitsForCredit: true } },
    ]);
    await pay(loanId, creditMinor, '2026-06-17', {
      method: 'credit',
      overpaymentTreatment: 'next-instalments',
    });
    await close('2026-06-17');
    expect((await loanOf(loanId)).status).toBe('written_off');
    await expectReconciled(test.owner);
  });

  it('is not completed after the payment was reversed', async () => {
    const { id: loanId } = await arrangeHeld();
    await agree(loanId, { lines: [{ amountMinor: 500_00, promisedOn: '2026-06-16' }] });
    const paymentId = await pay(loanId, 500_00, '2026-06-16');
    await reverse(loanId, paymentId);
    await close('2026-06-16');
    expect((await loanOf(loanId)).status).toBe('active');
    expect((await promisesOf(loanId)).promises[0].lines).toMatchObject([{ state: 'broken' }]);
  });

  it('writes nothing off once a payment from before its approval was reversed', async () => {
    const { id: loanId } = await arrangeHeld();
    const earlier = await pay(loanId, 400_00, '2026-06-15');
    await agree(loanId, { lines: [{ amountMinor: 500_00, promisedOn: '2026-06-16' }] });
    await pay(loanId, 500_00, '2026-06-16');
    await reverse(loanId, earlier);
    await close('2026-06-16');
    expect((await loanOf(loanId)).status).toBe('active');
    expect((await promisesOf(loanId)).promises).toMatchObject([
      { lines: [{ state: 'kept' }], settlement: { completedOn: null, isOutdated: true } },
    ]);
    test.clock.moveTo('2026-08-03T08:00:00Z');
    expect(await isInQueue(loanId)).toBe(true);
    // A new settlement shows the manager the larger loss.
    [agent, manager] = [await signIn('agent'), await signIn('manager')];
    await agree(loanId, { lines: [{ amountMinor: 50_00, promisedOn: '2026-08-03' }] });
    await pay(loanId, 50_00, '2026-08-03');
    await close('2026-08-03');
    expect((await loanOf(loanId)).status).toBe('written_off');
    await expectReconciled(test.owner);
  });

  it('cannot be approved once an earlier payment was reversed', async () => {
    const { id: loanId } = await arrangeHeld();
    const earlier = await pay(loanId, 400_00, '2026-06-15');
    const id = uuidv7();
    expect((await request(loanId, { id })).status).toBe(200);
    test.clock.moveTo('2026-06-15T13:00:00Z');
    await reverse(loanId, earlier);
    expect((await decide(id, await signIn('manager'))).body).toMatchObject({
      state: 'failed',
      failure: { code: 'settlement_outdated' },
    });
    expect((await promisesOf(loanId)).promises).toEqual([]);
  });

  it('is completed if the reversed payment was posted again', async () => {
    const { id: loanId } = await arrangeHeld();
    const earlier = await pay(loanId, 400_00, '2026-06-15');
    await agree(loanId, { lines: [{ amountMinor: 500_00, promisedOn: '2026-06-16' }] });
    await pay(loanId, 500_00, '2026-06-16');
    await reverse(loanId, earlier);
    await pay(loanId, 400_00, '2026-06-16');
    await close('2026-06-16');
    expect((await loanOf(loanId)).status).toBe('written_off');
    await expectReconciled(test.owner);
  });

  it('cannot be approved while a newer promise waits', async () => {
    const { id: loanId } = await arrangeHeld();
    const id = uuidv7();
    await request(loanId, { id });
    const promised = [{ amountMinor: 106_62, promisedOn: '2026-06-20' }];
    const newer = { id: uuidv7(), currency: 'USD', lines: promised };
    expect((await agent.post(`/api/loans/${loanId}/promises`, newer)).body.outcome).toBe('done');
    expect((await decide(id)).body).toMatchObject({
      state: 'failed',
      failure: { code: 'promise_made_since' },
    });
    expect((await promisesOf(loanId)).promises).toMatchObject([
      { id: newer.id, lines: [{ state: 'waiting' }] },
    ]);
  });

  it('is refused if it is no loss, without a reason, or while another one waits', async () => {
    const { id: loanId } = await arrangeHeld();
    const { payoffMinor } = await loanOf(loanId);
    const whole = [{ amountMinor: payoffMinor, promisedOn: '2026-06-20' }];
    const reason = async (wishes: object) => (await request(loanId, wishes)).body.error;
    expect(await reason({ lines: whole })).toBe('settlement_not_below_payoff');
    expect(await reason({ reason: ' ' })).toBe('reason_missing');
    expect(await reason({ currency: 'EUR' })).toBe('currency_differs');
    expect(await reason({ lines: [{ amountMinor: 100, promisedOn: '2026-06-14' }] })).toBe(
      'promised_day_passed',
    );
    const id = uuidv7();
    expect((await request(loanId, { id })).status).toBe(200);
    expect(await reason({})).toBe('request_already_waiting');
    expect(await reason({ id, reason: 'Another' })).toBe('id_reused_with_different_content');
    expect((await decide(id, agent)).status).toBe(403);
    // All but 400.00 is paid before the decision, so 500.00 is no longer below the payoff.
    await pay(loanId, payoffMinor - 400_00, '2026-06-15');
    expect((await decide(id)).body).toMatchObject({ state: 'failed' });
  });

  it('is broken by a payment after its days, which writes nothing off', async () => {
    const { id: loanId } = await arrangeHeld();
    await agree(loanId, { lines: [{ amountMinor: 500_00, promisedOn: '2026-06-16' }] });
    await close('2026-06-17');
    await pay(loanId, 500_00, '2026-06-25');
    await close('2026-06-25');
    expect((await loanOf(loanId)).status).toBe('active');
    expect((await promisesOf(loanId)).promises).toMatchObject([
      { lines: [{ state: 'broken' }], settlement: { completedOn: null } },
    ]);
    await expectReconciled(test.owner);
  });

  it('is of no use on loans out of reach', async () => {
    const { id: loanId } = await arrangeHeld();
    expect((await request(loanId, {}, await signIn('otherAgent'))).status).toBe(404);
    const admin = await test.signIn((await arrangeAdmin(test.owner)).email);
    expect((await request(loanId, {}, admin)).status).toBe(403);
  });
});
