import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { openQueueDesk } from '../../../testing/queue-desk.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { runReconciliationChecks } from '../../control/reconciliation/reconcile.ts';

const test = await createTestApp();
const desk = openQueueDesk(test, 'people');
const { readQueue, promise } = desk;

/**
 * Arranges three loans of one borrower, the longest overdue first, and one loan of another
 * borrower.
 */
async function arrangeBorrower() {
  const { office } = desk;
  const first = await office().arrangeHeld({ disbursedOn: '2026-03-01' });
  const { borrowerId } = first;
  const second = await office().arrangeHeld({ borrowerId, disbursedOn: '2026-04-01' });
  const third = await office().arrangeHeld({ borrowerId, disbursedOn: '2026-06-10' });
  const stranger = await office().arrangeHeld();
  return { first: first.id, second: second.id, third: third.id, stranger: stranger.id };
}

const log = (loanId: string, body: object) =>
  desk.agent().post(`/api/loans/${loanId}/contacts`, {
    id: uuidv7(),
    channel: 'call',
    outcome: 'answered',
    ...body,
  });

const paymentOf = (amountMinor: number) => ({
  amountMinor,
  currency: 'USD',
  valueDate: '2026-06-15',
  method: 'cash',
  payer: 'A cousin',
});

const entriesOf = (loanIds: readonly string[]) => test.owner`
  select loan_id, outcome, call_id, note from contact_attempts
  where loan_id = any(${[...loanIds]}::uuid[]) order by loan_id`;

const outcomesOf = async (loanIds: readonly string[]) => {
  const rows = await entriesOf(loanIds);
  return loanIds.map((id) => rows.find(({ loanId }) => loanId === id)?.['outcome']);
};

describe('a borrower with several loans', () => {
  it('is one item of the queue, with the other loans and where they are worked', async () => {
    const { first, second, third, stranger } = await arrangeBorrower();
    await promise(second, '2026-06-25');
    const { items, left } = await readQueue();
    expect(items.map(({ loanId }: { loanId: string }) => loanId)).toEqual([first, stranger]);
    expect(left).toBe(2);
    expect(items[0].otherLoans).toMatchObject([
      {
        loanId: second,
        dueMinor: 21_324,
        daysPastDue: 45,
        state: 'promised',
        promise: { amountMinor: 5_000, promisedOn: '2026-06-25' },
      },
      { loanId: third, dueMinor: 0, daysPastDue: 0, state: 'at-rest', promise: null },
    ]);
    const { body } = await desk.agent().get(`/api/loans/${third}/borrower-loans`);
    expect(body).toMatchObject({ count: 2, loans: [{ loanId: first }, { loanId: second }] });
  });

  it('leaves the queue by one call, which is one contact of the day', async () => {
    const { first, second, stranger } = await arrangeBorrower();
    const otherLoans = [{ loanId: second, outcome: 'answered' }];
    const body = { id: uuidv7(), note: 'Both next week', otherLoans };
    expect((await log(first, body)).body).toMatchObject({ replayed: false });
    expect((await log(first, body)).body).toMatchObject({ replayed: true });
    expect(await entriesOf([first, second])).toEqual(
      [first, second].toSorted().map((loanId) => ({
        loanId,
        outcome: 'answered',
        callId: body.id,
        note: 'Both next week',
      })),
    );
    const { items, progress, left } = await readQueue();
    expect(items).toMatchObject([{ loanId: stranger }]);
    expect({ ...progress, left }).toMatchObject({ contacts: 1, done: 1, left: 1 });
    const { body: agents } = await (await desk.office().signIn('desk')).get('/api/work/desk');
    expect(agents.agents).toContainEqual(expect.objectContaining({ contactsToday: 1 }));
  });

  it('stays behind other borrowers after an attempt on one loan that reached nobody', async () => {
    const { first, second, stranger } = await arrangeBorrower();
    await log(first, { outcome: 'no-response' });
    const { items } = await readQueue();
    expect(items).toMatchObject([
      { loanId: stranger, triedAt: null },
      { loanId: first, triedAt: '2026-06-15T12:00:00.000Z', history: [{ outcome: 'no-response' }] },
    ]);
    await log(first, { otherLoans: [{ loanId: second, outcome: 'promised' }] });
    expect((await readQueue()).items[1].history).toHaveLength(1);
  });

  it('promises and pays on each loan for itself, all or nothing', async () => {
    const { first, second } = await arrangeBorrower();
    const lines = [{ amountMinor: 10_000, promisedOn: '2026-06-20' }];
    const own = {
      payment: { id: uuidv7(), ...paymentOf(3_000) },
      promise: { id: uuidv7(), currency: 'USD', lines },
    };
    const other = { loanId: second, outcome: 'promised', payment: paymentOf(4_000) };
    const body = { id: uuidv7(), outcome: 'promised', ...own };
    const late = [{ amountMinor: 10_000, promisedOn: '2026-06-01' }];
    const refused = await log(first, {
      ...body,
      otherLoans: [{ ...other, promise: { currency: 'USD', lines: late } }],
    });
    expect(refused.body.error).toBe('promised_day_passed');
    expect(Object.keys(refused.body.fields)).toEqual(['otherLoans.0.promise.lines.0.promisedOn']);
    for (const [error, wrong] of [
      ['promise_missing', other],
      [
        'promise_not_expected',
        { ...other, outcome: 'answered', promise: { currency: 'USD', lines } },
      ],
    ] as const) {
      const { body: answer } = await log(first, { ...body, otherLoans: [wrong] });
      expect(answer).toMatchObject({ error, details: { loanId: second } });
      expect(Object.keys(answer.fields)).toEqual(['otherLoans.0.outcome']);
    }
    expect(await entriesOf([first, second])).toEqual([]);
    const otherLoans = [{ ...other, promise: { currency: 'USD', lines } }];
    for (const replayed of [false, true]) {
      expect((await log(first, { ...body, otherLoans })).body).toMatchObject({ replayed });
    }
    expect((await log(first, body)).body.error).toBe('id_reused_with_different_content');
    const payments = await test.owner`
      select loan_id, amount_minor, split_id, payer from payments
      where loan_id in (${first}, ${second}) order by amount_minor`;
    expect(payments).toEqual([
      { loanId: first, amountMinor: 3_000, splitId: body.id, payer: 'A cousin' },
      { loanId: second, amountMinor: 4_000, splitId: body.id, payer: 'A cousin' },
    ]);
    const promises = await test.owner`
      select loan_id, state, received_minor from promises
      where loan_id in (${first}, ${second})`;
    expect(promises).toHaveLength(2);
    expect(promises).toContainEqual({ loanId: second, state: 'waiting', receivedMinor: 0 });
  });

  it('disputes only the chosen loan; the others are worked', async () => {
    const { first, second } = await arrangeBorrower();
    const disputed = { outcome: 'disputed', disputeReason: 'wrong-amount' };
    await log(first, { otherLoans: [{ loanId: second, ...disputed }] });
    expect(await outcomesOf([first, second])).toEqual(['answered', 'disputed']);
    const { body } = await (await desk.office().signIn('desk')).get('/api/work/parked');
    expect(body.loans).toMatchObject([
      { id: first, state: 'worked' },
      { id: second, state: 'disputed' },
    ]);
    const checks = await runReconciliationChecks(test.database);
    expect(checks.find(({ id }) => id === 'work-states')).toMatchObject({ count: 0 });
  });

  it('refuses loans out of reach, of another borrower, twice, and contradicting outcomes', async () => {
    const { first, second, stranger } = await arrangeBorrower();
    const { office } = desk;
    const { otherAgent, id: teamId } = office().portfolio.team;
    const theirs = await office().arrangeHeld({ teamId, agentId: otherAgent.id });
    const about = async (body: object) => (await log(first, body)).body.error;
    const answered = (loanId: string) => ({ loanId, outcome: 'answered' });
    expect(await about({ otherLoans: [answered(theirs.id)] })).toBe('not_found');
    expect(await about({ otherLoans: [answered(stranger)] })).toBe('loans_of_different_borrowers');
    expect(await about({ otherLoans: [answered(second), answered(second)] })).toBe(
      'split_loan_twice',
    );
    expect(await about({ outcome: 'no-response', otherLoans: [answered(second)] })).toBe(
      'outcomes_contradict',
    );
    expect(
      await about({ outcome: 'refused', otherLoans: [{ loanId: second, outcome: 'hardship' }] }),
    ).toBe('outcomes_contradict');
    expect(await entriesOf([first, second, stranger, theirs.id])).toEqual([]);
  });

  it('two calls about the same loans in opposite order wait for each other', async () => {
    const { first, second } = await arrangeBorrower();
    const answers = await Promise.all([
      log(first, { otherLoans: [{ loanId: second, outcome: 'answered' }] }),
      log(second, { otherLoans: [{ loanId: first, outcome: 'answered' }] }),
      log(first, { otherLoans: [{ loanId: second, outcome: 'answered' }] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await readQueue()).progress).toMatchObject({ contacts: 3 });
  });
});
