import { addDays, calendarDate } from '@bursar/loan-maths';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { closeDays } from '../features/control/end-of-day/close-days.ts';
import { runReconciliationChecks } from '../features/control/reconciliation/reconcile.ts';
import { openOffice, paymentOf } from './open-office.ts';
import type { TestClient } from './test-app.ts';

const { test, portfolio, arrangeHeld, signIn } = await openOffice();
const { agent, otherAgent } = portfolio.team;
await test.owner`
  update portfolios set promise_days_ahead = 30, promise_share_percent = 25,
    promise_broken_most = 1, quiet_from = '00:00', quiet_until = '00:00'
  where id = ${portfolio.id}`;
const first = await arrangeHeld();
const { borrowerId } = first;
const further = [{ borrowerId }, { borrowerId }, {}, {}].map(async (wishes) => {
  const { id } = await arrangeHeld(wishes);
  return id;
});
const loanIds = [first.id, ...(await Promise.all(further))];
/** The loans of one borrower, which a call or a split payment can cover together. */
const together = loanIds.slice(0, 3);

const step = fc.record({
  loan: fc.nat(loanIds.length - 1),
  days: fc.nat(45),
  amountMinor: fc.integer({ min: 1, max: 12_000 }),
  does: fc.constantFrom(
    'contact',
    'promise',
    'instalments',
    'call-back',
    'dispute',
    'resolve',
    'pay',
    'call',
    'split',
    'snooze',
    'plan',
    'assign',
    'decide',
    'wait',
  ),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

let day = '2026-06-15';
type People = { readonly manager: TestClient; readonly desk: TestClient };

/**
 * Performs one step; the step may be refused. The manager, who can reach every loan, makes all
 * calls except decisions.
 */
async function take({ loan, days, amountMinor, does }: Step, { manager, desk }: People) {
  const loanId = loanIds[loan];
  const path = `/api/loans/${loanId}`;
  const on = (after: number) => addDays(calendarDate(day), after);
  const contact = (wishes: object) =>
    manager.post(`${path}/contacts`, {
      id: uuidv7(),
      channel: 'call',
      outcome: 'answered',
      ...wishes,
    });
  const promise = (lines: object[]) =>
    manager.post(`${path}/promises`, {
      id: uuidv7(),
      currency: 'USD',
      lines,
      earlier: days % 2 === 0 ? 'add' : 'replace',
    });
  switch (does) {
    case 'contact':
      return contact({ outcome: days % 2 === 0 ? 'answered' : 'no-response' });
    case 'promise':
      return promise([{ amountMinor, promisedOn: on(days) }]);
    case 'instalments':
      return promise([0, 7, 14].map((later) => ({ amountMinor, promisedOn: on(later + 1) })));
    case 'call-back':
      return contact({ tryAgainAt: `${on(days % 5)}T15:00:00.000Z` });
    case 'dispute':
      return contact({ outcome: 'disputed', disputeReason: 'wrong-amount' });
    case 'resolve': {
      const { body } = await manager.get('/api/work/contact-pauses');
      const [pause] = body.pauses;
      const pausePath = `/api/loans/${pause?.loanId}/contact-pauses/${pause?.contactId}/resolution`;
      return pause && manager.put(pausePath, { note: 'Clear' });
    }
    case 'pay':
      return manager.post(`${path}/payments`, paymentOf({ amountMinor, valueDate: day }));
    case 'call':
      return callAbout(together, { amountMinor, on, days, manager });
    case 'split':
      return manager.post('/api/split-payments', {
        ...paymentOf({ amountMinor: amountMinor * together.length, valueDate: day }),
        parts: together.map((id) => ({ loanId: id, amountMinor })),
      });
    case 'snooze':
      return manager.put(`${path}/snooze`, { until: days === 0 ? null : on(days) });
    case 'plan': {
      const action = { what: 'Call', dueOn: on(days), remindAt: null };
      return manager.put(`${path}/next-action`, { action: days % 4 === 0 ? null : action });
    }
    case 'assign':
      return test.owner`
        update loan_state set agent_id = ${[agent.id, otherAgent.id, null][days % 3] ?? null}
        where loan_id = ${loanId ?? null}`;
    case 'decide': {
      const { body } = await desk.get('/api/approvals?kind=make-promise');
      const [request] = body.approvals;
      const decision = days % 2 === 0 ? 'approve' : 'decline';
      return (
        request &&
        desk.post(`/api/approvals/${request.id}/decision`, { decision, reason: 'Decided' })
      );
    }
    case 'wait':
      day = on(1 + (days % 4));
      test.clock.moveTo(`${day}T12:00:00Z`);
      return closeDays(test.database, { now: new Date(`${day}T00:00:00Z`) });
  }
}

type Call = Pick<Step, 'days' | 'amountMinor'> & {
  readonly on: (after: number) => string;
  readonly manager: TestClient;
};

/**
 * Logs an answered call about three loans. The outcome for the second loan is an answer, a promise,
 * a payment or a dispute; for the other two, it is an answer.
 */
function callAbout(ids: readonly string[], { days, amountMinor, on, manager }: Call) {
  const turned = [0, 1, 2].map((at) => ids[(at + days) % ids.length]);
  const [loanId, second, third] = turned;
  const { id: _id, ...payment } = paymentOf({ amountMinor, valueDate: day });
  const lines = [{ amountMinor, promisedOn: on(1 + days) }];
  const promise = { currency: 'USD', lines, earlier: 'add' };
  const parts = [
    { outcome: 'answered' },
    { outcome: 'promised', promise },
    { outcome: 'paid', payment },
    { outcome: 'disputed', disputeReason: 'wrong-amount' },
  ];
  return manager.post(`/api/loans/${loanId}/contacts`, {
    id: uuidv7(),
    channel: 'call',
    outcome: 'answered',
    otherLoans: [
      { loanId: second, ...parts[days % parts.length] },
      { loanId: third, outcome: 'answered' },
    ],
  });
}

type Item = {
  readonly loanId: string;
  readonly otherLoans: readonly { readonly loanId: string; readonly state: string }[];
};

/**
 * Returns those loans of a queue item, all of one borrower, that are in the queue or wait for
 * approval.
 */
const loansIn = ({ loanId, otherLoans }: Item) => [
  loanId,
  ...otherLoans
    .filter(({ state }) => state === 'queue' || state === 'waiting-approval')
    .map((loan) => loan.loanId),
];

/**
 * Expects every overdue loan in exactly one queue or in the list of parked loans, and a loan that
 * waits for approval in both.
 */
async function expectOnePlaceEach({ manager }: People): Promise<void> {
  const queues = await Promise.all(
    (['agent', 'otherAgent'] as const).map(async (who) => {
      const { body } = await (await signIn(who)).get('/api/work/queue');
      return body.items.flatMap(loansIn);
    }),
  );
  const queued: string[] = queues.flat();
  const { body } = await manager.get('/api/work/parked?limit=100');
  const parked: { id: string; state: string; returnsOn: string | null }[] = body.loans;
  const overdue = await test.owner<{ loanId: string }[]>`
    select loan_id from loan_state where loan_id = any(${loanIds}::uuid[]) and status = 'active'
      and oldest_unpaid_due_on < ${day}`;
  for (const { loanId } of overdue) {
    const states = parked.filter(({ id }) => id === loanId);
    const isQueued = queued.filter((id) => id === loanId).length;
    const waits = states[0]?.state === 'waiting-approval';
    expect({ loanId, places: isQueued + states.length - (waits ? 1 : 0) }).toEqual({
      loanId,
      places: 1,
    });
  }
  expect(parked.every(({ id }) => overdue.some(({ loanId }) => loanId === id))).toBe(true);
  const counted = body.counts.reduce((sum: number, one: { loans: number }) => sum + one.loans, 0);
  expect(counted).toBe(parked.length);
  const late = parked.filter(({ returnsOn }) => returnsOn !== null && returnsOn <= day);
  expect(late).toEqual([]);
}

it('every overdue loan is in one queue or parked for one reason, whatever is done', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 25 }), async (steps) => {
      for (const one of steps) {
        // A session ends after thirty minutes, and a step may move the clock by days.
        const people = { manager: await signIn('manager'), desk: await signIn('desk') };
        await take(one, people);
        await expectOnePlaceEach({ ...people, manager: await signIn('manager') });
      }
      const checks = await runReconciliationChecks(test.database);
      // The loans are arranged without a ledger, so other checks would find differences.
      expect(checks.find(({ id }) => id === 'work-states')).toMatchObject({ count: 0 });
    }),
    { numRuns: 4 },
  );
}, 240_000);
