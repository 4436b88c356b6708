import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { addDays, calendarDate } from '@bursar/loan-maths/calendar';
import { uuidv7 } from 'uuidv7';
import { firstPaymentDay, loanIds, numbered, payable } from './seed-payable-loans.ts';

export type PostingClient = {
  readonly cookie: string;
  /** The number of the first loan that it pays; once all of one is paid, the next. */
  readonly firstLoan: number;
};

/** So many payments from one on, or as many as there is time for. */
type Until =
  | { readonly from: number; readonly payments: number }
  | {
      /** Payments of the first moments are not counted. */
      readonly warmMilliseconds: number;
      readonly milliseconds: number;
    };

export type Posting = Until & {
  readonly address: string;
  readonly clients: readonly PostingClient[];
};

/** How long each payment that was counted took, in milliseconds. */
export type Posted = { readonly latencies: readonly number[] };

/** Each client posts one payment after the other on its own loans, over a connection of its own. */
async function postRepeatedly(posting: Posting): Promise<Posted> {
  const { address, clients } = posting;
  const agent = new Agent({ keepAlive: true, maxSockets: clients.length });
  const isCounted = 'from' in posting;
  const first = isCounted ? posting.from : 0;
  const begin = performance.now() + (isCounted ? 0 : posting.warmMilliseconds);
  const end = isCounted ? Infinity : begin + posting.milliseconds;
  const last = isCounted ? first + posting.payments : Infinity;
  const latencies: number[] = [];
  await Promise.all(
    clients.map(async (client) => {
      for (let place = first; place < last && performance.now() < end; place += 1) {
        const start = performance.now();
        await post(address, agent, client, place);
        const now = performance.now();
        if (start >= begin && now < end) latencies.push(now - start);
      }
    }),
  );
  agent.destroy();
  return { latencies };
}

function post(address: string, agent: Agent, client: PostingClient, place: number): Promise<void> {
  const { cookie, firstLoan } = client;
  const loanId = numbered(loanIds, firstLoan + Math.floor(place / payable.paid));
  const body = JSON.stringify({
    id: uuidv7(),
    amountMinor: payable.principalMinor + payable.interestMinor,
    currency: 'USD',
    valueDate: addDays(calendarDate(firstPaymentDay), place % payable.paid),
    method: 'bank-transfer',
  });
  const xsrf = /XSRF-TOKEN=([^;]*)/.exec(cookie)?.[1] ?? '';
  const headers = {
    cookie,
    'x-xsrf-token': decodeURIComponent(xsrf),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const url = `${address}/api/loans/${loanId}/payments`;
    const sent = request(url, { agent, method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url}: ${response.statusCode} ${text}`));
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

// Runs beside the server: what asking costs is not taken from what answers.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(await postRepeatedly(workerData as Posting));
