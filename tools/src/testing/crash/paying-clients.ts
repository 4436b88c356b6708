import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { dayIn } from '@bursar/api/platform/clock';
import { paymentMethods } from '@bursar/contracts/choices';
import type { Office } from './office.ts';

export type SlowestAnswer = {
  readonly ms: number;
  /** Method, path and status, to explain a slow answer. */
  readonly call: string;
};

export const slower = (one: SlowestAnswer, other: SlowestAnswer): SlowestAnswer =>
  other.ms > one.ms ? other : one;

export type PayingClients = {
  /** Ids of the payments that the server acknowledged. */
  readonly acknowledged: ReadonlySet<string>;
  /** Ids of all payments sent, answered or not. */
  readonly sent: ReadonlySet<string>;
  /** The longest time that a client waited for an answer of any kind. */
  readonly slowestAnswer: () => SlowestAnswer;
  /** Descriptions of responses that a client must never get. */
  readonly complaints: readonly string[];
  /** Resolves when a payment sent from now on is acknowledged at that address. */
  readonly isServed: (address: string) => Promise<void>;
  /** Stops the clients after their current payments. */
  readonly stop: () => Promise<void>;
};

const CLIENTS = 8;
const PAUSE_MS = 50;
/** The limit after which a silent server counts as gone. */
const ANSWER_WITHIN_MS = 20_000;

type PayingOptions = {
  readonly clients?: number;
  /** Returns what is wrong with an answer, or null if a client may get it. */
  readonly whatIsWrongWith?: (answer: Answer) => string | null;
};

/** Runs clients that pay without a pause and repeat each payment until it is acknowledged. */
export function letClientsPay(
  office: Office,
  addresses: readonly string[],
  { clients: count = CLIENTS, whatIsWrongWith = whatIsWrong }: PayingOptions = {},
): PayingClients {
  const acknowledged = new Set<string>();
  const sent = new Set<string>();
  const complaints: string[] = [];
  const waiting = new Set<{ address: string; since: number; served: () => void }>();
  const over = new AbortController();
  let slowest: SlowestAnswer = { ms: 0, call: '' };
  let givesUpAt = Number.POSITIVE_INFINITY;

  async function payOnce(number: number): Promise<void> {
    const address = addresses[number % addresses.length] ?? '';
    // Two clients share a loan, so that they also wait for each other in the database.
    const loanId = office.loanIds[Math.floor(number / 2) % office.loanIds.length] ?? '';
    const payment = newPayment(sent.size);
    sent.add(payment.id);
    for (;;) {
      const sentAt = performance.now();
      const answer = await send(`${address}/api/loans/${loanId}/payments`, office, payment);
      const call = `POST a payment: ${answer?.status ?? 'connection lost'}`;
      slowest = slower(slowest, { ms: performance.now() - sentAt, call });
      if (answer?.status === 200) {
        acknowledged.add(payment.id);
        for (const one of waiting) if (one.address === address && one.since <= sentAt) one.served();
        return;
      }
      const complaint = answer && whatIsWrongWith(answer);
      if (complaint) {
        complaints.push(complaint);
        // One such answer is enough to fail the test.
        over.abort();
        return;
      }
      if (performance.now() > givesUpAt) return;
      await wait(PAUSE_MS);
    }
  }

  const clients = Array.from({ length: count }, async (_, number) => {
    while (!over.signal.aborted) await payOnce(number);
  });
  return {
    acknowledged,
    sent,
    complaints,
    slowestAnswer: () => slowest,
    isServed: (address) =>
      new Promise((resolve) => {
        const one = {
          address,
          since: performance.now(),
          served: () => {
            waiting.delete(one);
            resolve();
          },
        };
        waiting.add(one);
      }),
    stop: async () => {
      over.abort();
      givesUpAt = performance.now() + ANSWER_WITHIN_MS;
      await Promise.all(clients);
    },
  };
}

/**
 * Returns a payment. No two numbers give the same amount and method, because such payments count as
 * possible duplicates.
 */
function newPayment(number: number) {
  return {
    id: randomUUID(),
    amountMinor: 1 + Math.floor(number / paymentMethods.length),
    currency: 'USD',
    valueDate: dayIn('UTC', new Date()),
    method: paymentMethods[number % paymentMethods.length],
    note: '',
  };
}

export type Answer = { status: number; retryAfter: string | null; body: string };

/** Returns null if the connection broke or was refused; the client then tries again. */
async function send(url: string, office: Office, payment: object): Promise<Answer | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...office.headers, 'content-type': 'application/json' },
      body: JSON.stringify(payment),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, retryAfter, body: await response.text() };
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') {
      return { status: 0, retryAfter: null, body: 'no answer' };
    }
    return null;
  }
}

/**
 * Describes an answer that no client may get. Returns null for a 503 with the name of the error and
 * `Retry-After`, which a client may get while the database is down or the server stops.
 */
export function whatIsWrong({ status, retryAfter, body }: Answer): string | null {
  const isNamed =
    body.includes('"error":"database_unreachable"') || body.includes('"server_stopping"');
  if (status === 503 && isNamed && retryAfter !== null) return null;
  return `${status}, retry-after ${retryAfter ?? 'missing'}: ${body}`;
}
