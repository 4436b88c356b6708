import fc from 'fast-check';
import { failureStatus } from '@bursar/contracts/failure-status';
import { setMaintenance } from '@bursar/contracts/access/maintenance';
import { UNSTORABLE_VALUE } from '../../platform/refusals.ts';
import { clientOf } from '../test-app.ts';
import { arbitraryCall, type ApiDescription, type MadeCall } from './arbitrary-calls.ts';
import { openFuzzWorld, type Caller } from './fuzz-world.ts';
import { openRowOwners } from './row-owners.ts';
import { openSender, writeCall, type Answered, type SentCall } from './send-call.ts';

export type FuzzRun = {
  readonly calls: number;
  /** Number of answers by status, to check that enough calls succeed. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
  readonly slowest: readonly { readonly call: string; readonly tookMs: number }[];
};

export type Finding = {
  readonly what: string;
  readonly caller: string;
  readonly call: string;
  readonly answer: string;
};

export type FuzzOptions = {
  readonly calls: number;
  /** Runs with equal seeds generate the same calls. */
  readonly seed: number;
  /**
   * A call that takes longer than this many milliseconds, and again in both repeats, is a finding.
   */
  readonly longestMs?: number;
};

/** Maximum number of generated calls between two calls of `restore`. */
const STRETCH = 100;

/** Generates calls from the API's own description and checks every answer. */
export async function runFuzz({ calls, seed, longestMs }: FuzzOptions): Promise<FuzzRun> {
  const world = await openFuzzWorld();
  const { server } = world.test.app;
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
  const api: ApiDescription = (await clientOf(world.test.app, {}).get('/api/openapi.json')).body;
  const made = fc.sample(
    fc.record({ caller: fc.constantFrom(...world.callers), call: arbitraryCall(api) }),
    { seed, numRuns: calls },
  );
  const sender = openSender(Number(port));
  const owners = await openRowOwners(world);
  const findings: Finding[] = [];
  const statuses: Record<string, number> = {};
  const slowest: { call: string; tookMs: number }[] = [];
  // In the second half of the calls, every role has every permission.
  const half = Math.floor(calls / 2);

  async function make(caller: Caller, call: MadeCall): Promise<void> {
    const bearings = {
      cookies: caller.client().cookies,
      mark: caller.mark ?? 'nobody',
      idFor: owners.idFor,
      caller,
    };
    const sent = writeCall(call, bearings);
    // Some calls are sent twice at the same time, as by a double click.
    const copies = call.twist === 'twice' ? [sent, sent] : [sent];
    for (const answer of await Promise.all(copies.map((copy) => sender.send(copy)))) {
      const { status, tookMs } = answer;
      statuses[status ?? 'none'] = (statuses[status ?? 'none'] ?? 0) + 1;
      owners.noteCursor(answer);
      const isSlow = longestMs !== undefined && tookMs > longestMs && (await isSlowAgain(sent));
      const what =
        faultOf(answer) ??
        (await owners.foreignIn(caller, { sent, answer })) ??
        (isSlow ? `took over ${longestMs} ms each time` : null);
      const shown = describeCall(sent);
      if (what !== null) {
        findings.push({ what, caller: caller.name, call: shown, answer: describeAnswer(answer) });
      }
      slowest.push({ call: `${caller.name}: ${shown}`, tookMs: Math.round(tookMs) });
    }
    slowest.sort((left, right) => right.tookMs - left.tookMs);
    slowest.splice(5);
  }

  /** Repeats a slow call, because any call can be slow once on a busy machine. */
  async function isSlowAgain(sent: SentCall): Promise<boolean> {
    const again = [await sender.send(sent), await sender.send(sent)];
    return again.every(({ tookMs }) => tookMs > (longestMs ?? Infinity));
  }

  for (const [index, { caller, call }] of made.entries()) {
    if (index === half) world.grantEverything();
    if (index % STRETCH === 0 || index === half) {
      await world.restore();
      await owners.refresh();
    }
    await make(caller, call);
    if (`${call.method} ${call.path}` === setMaintenance.key) await world.openBooks();
  }
  sender.close();
  return { calls: made.length, statuses, findings, slowest };
}

/** Describes a fault that no caller may get in an answer; returns null if there is none. */
function faultOf({ status, headers, body, complete }: Answered): string | null {
  if (status === null) return 'no answer';
  if (!complete) return 'cut off';
  if (status >= 500) return `answered ${status}`;
  if (body.includes(UNSTORABLE_VALUE))
    return 'a value that the contract lets through to the database';
  if (status < 400 || body.length === 0) return null;
  if (!String(headers['content-type']).includes('json')) return 'a failure that is not JSON';
  const failure: unknown = JSON.parse(body.toString());
  const code = typeof failure === 'object' && failure && 'error' in failure ? failure.error : null;
  const expected = Object.entries(failureStatus).find(([name]) => name === code)?.[1];
  return expected === status ? null : 'a failure that is not in the product’s shape';
}

function describeCall({ method, address, headers, body }: SentCall): string {
  const line = `${method} ${address.slice(0, 400)}`;
  if (body === null) return line;
  return `${line} ${headers['content-type']} ${JSON.stringify(body.toString('latin1')).slice(0, 600)}`;
}

const describeAnswer = ({ status, body, complete, tookMs }: Answered): string =>
  `${status} ${complete ? '' : '(cut off) '}${Math.round(tookMs)} ms ${body.toString('latin1').slice(0, 300)}`;
