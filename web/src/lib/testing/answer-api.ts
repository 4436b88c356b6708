import type { AnswerOf, Endpoint, FailureOf } from '@bursar/contracts/endpoint';
import { onTestFinished, vi } from 'vitest';

export type StubbedAnswer = {
  readonly method: string;
  readonly path: RegExp;
  readonly status: number;
  readonly body: unknown;
};

/** A call that a component has sent, with its path and its JSON body. */
export type SentCall = { readonly method: string; readonly path: string; readonly body: unknown };

/** An endpoint's answer: `answers<ListTags>('GET /api/tags', { tags: [] })`. */
export const answers = <E extends Endpoint>(key: E['key'], body: AnswerOf<E>): StubbedAnswer => ({
  ...placeOf(key),
  status: 200,
  body,
});

/** An endpoint's refusal. */
export const refuses = <E extends Endpoint>(
  key: E['key'],
  error: FailureOf<E>,
  details: Readonly<Record<string, string | number>> = {},
): StubbedAnswer => ({
  ...placeOf(key),
  status: 409,
  body: { error, message: error, details, requestId: 'request-1' },
});

/**
 * Answers the calls of the components that a test draws, instead of a server. An address without an
 * answer fails the call. Returns the calls as they are sent, without the reads.
 */
export function answerApi(...stubbed: readonly StubbedAnswer[]): SentCall[] {
  const sent: SentCall[] = [];
  const realFetch = window.fetch.bind(window);
  const stub: typeof fetch = async (address, init) => {
    const { pathname } = new URL(address instanceof Request ? address.url : address, location.href);
    if (!pathname.startsWith('/api/')) return realFetch(address, init);
    const method = init?.method ?? 'GET';
    const found = stubbed.find((one) => one.method === method && one.path.test(pathname));
    if (method !== 'GET') sent.push({ method, path: pathname, body: bodyOf(init) });
    if (found) return Response.json(found.body, { status: found.status });
    return Response.json({ error: 'not_found', message: `${method} ${pathname}` }, { status: 404 });
  };
  const spy = vi.spyOn(window, 'fetch').mockImplementation(stub);
  onTestFinished(() => spy.mockRestore());
  return sent;
}

function placeOf(key: string): Pick<StubbedAnswer, 'method' | 'path'> {
  const [method = '', pattern = ''] = key.split(' ');
  return { method, path: new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`) };
}

function bodyOf(init: RequestInit | undefined): unknown {
  return typeof init?.body === 'string' ? JSON.parse(init.body) : null;
}
