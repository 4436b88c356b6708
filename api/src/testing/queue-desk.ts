import { uuidv7 } from 'uuidv7';
import { beforeEach } from 'vitest';
import { closeDays } from '../features/control/end-of-day/close-days.ts';
import type { LoanWishes } from './arrange.ts';
import { openOffice, type Office } from './open-office.ts';
import type { TestAnswer, TestApp, TestClient } from './test-app.ts';

/** The fields of a queue item that tests read. */
export type QueueItem = { readonly loanId: string; readonly reasons: string[] };

type Seat = { readonly office: Office; readonly agent: TestClient };

/** Helpers for tests of an agent's work queue. Each test has a separate office. */
export function openQueueDesk(test: TestApp, tag: string) {
  let seat: Seat | undefined;
  let made = 0;
  beforeEach(async () => {
    test.clock.moveTo('2026-06-15T12:00:00Z');
    made += 1;
    const office = await openOffice({ test, tag: `${tag}${made}` });
    seat = { office, agent: await office.signIn('agent') };
  });
  const taken = (): Seat => {
    if (seat === undefined) throw new Error('The desk opens before each test.');
    return seat;
  };
  const onDay = async (day: string): Promise<void> => {
    test.clock.moveTo(`${day}T12:00:00Z`);
    const { office } = taken();
    seat = { office, agent: await office.signIn('agent') };
    await closeDays(test.database, { now: test.clock.now() });
  };
  return {
    office: () => taken().office,
    /** The agent's client; `onDay` signs the agent in again. */
    agent: () => taken().agent,
    arrange: async (wishes?: LoanWishes) => (await taken().office.arrangeHeld(wishes)).id,
    onDay,
    ...workOf(test, () => taken().agent),
  };
}

function workOf(test: TestApp, agent: () => TestClient) {
  const readQueue = async (client = agent()) => (await client.get('/api/work/queue')).body;
  const contact = (loanId: string, wishes: object = {}, client = agent()): Promise<TestAnswer> =>
    client.post(`/api/loans/${loanId}/contacts`, {
      id: uuidv7(),
      channel: 'call',
      outcome: 'answered',
      contactedAt: test.clock.now().toISOString(),
      ...wishes,
    });
  return {
    readQueue,
    /** The loans of the queue with their reasons. */
    queueOf: async (client = agent()): Promise<[string, string[]][]> => {
      const { items }: { items: QueueItem[] } = await readQueue(client);
      return items.map(({ loanId, reasons }) => [loanId, reasons]);
    },
    contact,
    tryInVain: (loanId: string, wishes: object = {}) =>
      contact(loanId, { outcome: 'no-response', ...wishes }),
    promise: (loanId: string, promisedOn: string) =>
      agent().post(`/api/loans/${loanId}/promises`, {
        id: uuidv7(),
        currency: 'USD',
        lines: [{ amountMinor: 5_000, promisedOn }],
      }),
    plan: (loanId: string, action: object | null) =>
      agent().put(`/api/loans/${loanId}/next-action`, { action }),
    snooze: (loanId: string, until: string | null) =>
      agent().put(`/api/loans/${loanId}/snooze`, { until }),
  };
}
