import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { addDays, calendarDate } from '@bursar/loan-maths/calendar';
import { uuidv7 } from 'uuidv7';
import { firstPaymentDay, loanIds, numbered, payable } from './seed-payable-loans.ts';

export type PostingClient = {
  readonly cookie: string;
  /**
   * The number of the client's first loan. After `payable.paid` payments of a loan, the client
   * continues with the next loan.
   */
  readonly firstLoan: number;
};

/** The end of the run: a number of payments, starting with payment `from`, or a time limit. */
type Until =
  | { readonly from: number; readonly payments: number }
  | {
      /** The time at the start in which payments are not counted. */
      readonly warmMilliseconds: number;
      readonly milliseconds: number;
    };

export type Posting = Until & {
  readonly address: string;
  readonly clients: readonly PostingClient[];
};

/** The duration of each counted payment, in milliseconds. */
export type Posted = { readonly latencies: readonly number[] };

/**
 * Posts payments with several clients. Each client posts one after another, on its own loans and
 * connection.
 */
async function postRepeatedly(posting: Posting): Promise<Posted> {
  const { address, clients } = posting;
  const isCounted = 'from' in posting;
  const first = isCounted ? posting.from : 0;
  const begin = performance.now() + (isCounted ? 0 : posting.warmMilliseconds);
  const end = isCounted ? Infinity : begin + posting.milliseconds;
  const last = isCounted ? first + posting.payments : Infinity;
  const latencies: number[] = [];
  await Promise.all(
    clients.map(async (client) => {
      const line = openLine(address);
      for (let place = first; place < last && performance.now() < end; place += 1) {
        const start = performance.now();
        await post(line, client, place);
        const now = performance.now();
        if (start >= begin && now < end) latencies.push(now - start);
      }
      line.close();
    }),
  );
  return { latencies };
}

async function post(line: Line, client: PostingClient, place: number): Promise<void> {
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
  const answer = await line.ask(`/api/loans/${loanId}/payments`, body, {
    cookie,
    'x-xsrf-token': decodeURIComponent(xsrf),
    'content-type': 'application/json',
  });
  if (!answer.startsWith('HTTP/1.1 200 ')) throw new Error(answer);
}

type Line = ReturnType<typeof openLine>;

/**
 * Opens a raw socket that sends one HTTP request at a time. An HTTP client would take more
 * processor time away from the server.
 */
function openLine(address: string) {
  const { hostname, port, host } = new URL(address);
  const socket: Socket = connect(Number(port), hostname).setNoDelay();
  let heard = '';
  let settle: { resolve: (answer: string) => void; reject: (error: Error) => void } | null = null;
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    heard += chunk;
    const end = heard.indexOf('\r\n\r\n');
    const length = /\r\ncontent-length: (\d+)/i.exec(heard)?.[1];
    if (end < 0 || heard.length < end + 4 + Number(length)) return;
    settle?.resolve(heard);
    heard = '';
  });
  socket.on('error', (error) => settle?.reject(error));
  socket.on('close', () => settle?.reject(new Error('the server hung up')));
  return {
    ask: (path: string, body: string, headers: Readonly<Record<string, string>>) =>
      new Promise<string>((resolve, reject) => {
        settle = { resolve, reject };
        const sent = { host, ...headers, 'content-length': String(Buffer.byteLength(body)) };
        const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
        socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
      }),
    close: () => socket.destroy(),
  };
}

// Runs in a separate thread, so that the client takes no time from the server's thread.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(await postRepeatedly(workerData as Posting));
