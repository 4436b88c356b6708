import { setTimeout as wait } from 'node:timers/promises';
import { slower, whatIsWrong, type Answer, type SlowestAnswer } from '../crash/paying-clients.ts';

/**
 * The statuses with which HAProxy itself answers after it has lost the node that worked on a call.
 */
const proxyStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Describes an answer that no client may get, as `whatIsWrong` does, but also accepts the error
 * pages of HAProxy. These are HTML, and the refusals of Bursar are JSON.
 */
export function whatIsWrongBehindProxy(answer: Answer): string | null {
  const isOfProxy = proxyStatuses.has(answer.status) && answer.body.startsWith('<html>');
  return isOfProxy ? null : whatIsWrong(answer);
}

/**
 * The count and the slowest answer of all calls, including answers after which the call is
 * repeated.
 */
export type Tally = {
  slowest: SlowestAnswer;
  calls: number;
  /** One complaint of each kind, by status and address. */
  readonly complaints: Map<string, string>;
};

const ANSWER_WITHIN_MS = 20_000;
const PAUSE_MS = 100;

export type Asking = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: 'POST';
  readonly body?: string;
  /** Further statuses that count as correct answers. */
  readonly accepts?: readonly number[];
};

/**
 * Repeats a call until it gets a correct answer, as a browser does, and measures each answer.
 * Returns null if the test ends first, or after a wrong answer, which it adds to the complaints.
 */
export async function askUntilAnswered(
  { url, accepts = [], ...init }: Asking,
  { tally, signal }: { readonly tally: Tally; readonly signal: AbortSignal },
): Promise<{ status: number; body: string } | null> {
  while (!signal.aborted) {
    const answer = await ask(url, init, tally);
    if (answer !== null) {
      if (answer.status === 200 || accepts.includes(answer.status)) return answer;
      const complaint = whatIsWrongBehindProxy(answer);
      if (complaint !== null) {
        tally.complaints.set(`${answer.status} of ${url}`, complaint);
        return null;
      }
    }
    await wait(PAUSE_MS);
  }
  return null;
}

async function ask(url: string, init: RequestInit, tally: Tally): Promise<Answer | null> {
  const sentAt = performance.now();
  const answer = await send(url, init);
  const call = `${init.method ?? 'GET'} ${new URL(url).pathname}: ${answer?.status ?? 'connection lost'}`;
  tally.calls += 1;
  tally.slowest = slower(tally.slowest, { ms: performance.now() - sentAt, call });
  return answer;
}

async function send(url: string, init: RequestInit): Promise<Answer | null> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, retryAfter, body: await response.text() };
  } catch (error) {
    // A broken connection returns null; a call without an answer in time counts as status 0.
    if (!(error instanceof Error && error.name === 'TimeoutError')) return null;
    return { status: 0, retryAfter: null, body: 'no answer' };
  }
}
