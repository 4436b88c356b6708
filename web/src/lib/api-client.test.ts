import type { ListImports, ReadImport } from '@bursar/contracts/intake/imports';
import type { SignIn } from '@bursar/contracts/access/sessions';
import type { EndProviderSession } from '@bursar/contracts/access/single-sign-on';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openBrowserDouble } from '../../build/browser-double.ts';
import { ApiFailure, callApi, writeQuery } from './api-client.ts';
import {
  beginSignOut,
  bindPageToAccount,
  forgetSession,
  readSession,
  storeSession,
} from './session.ts';

const credentials = { email: 'user@bursar.example', password: 'Bursar#2026' };
let sent: { address: string; init: RequestInit }[] = [];

/** Answers every call with this answer and records what was sent. */
function answerWith(status: number, answer: unknown): void {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    sent.push({ address, init });
    return typeof answer === 'string'
      ? new Response(answer, { status })
      : Response.json(answer, { status });
  });
}

async function failureOf(call: Promise<unknown>): Promise<ApiFailure> {
  const cause: unknown = await call.then(
    () => 'answered',
    (reason: unknown) => reason,
  );
  if (!(cause instanceof ApiFailure)) throw new Error(`Not an ApiFailure: ${String(cause)}`);
  return cause;
}

beforeEach(() => {
  sent = [];
  openBrowserDouble({ cookies: { 'XSRF-TOKEN': 'xsrf', token: 'abc', role: 'user' } });
});
afterEach(() => vi.unstubAllGlobals());

describe('callApi', () => {
  it('fills the path, writes the query and sends no XSRF token with a read', async () => {
    answerWith(200, { id: 'a/b' });
    await callApi<ReadImport>('GET /api/imports/:importId', { params: { importId: 'a/b' } });
    expect(sent[0]?.address).toBe('/api/imports/a%2Fb');
    expect(new Headers(sent[0]?.init.headers).has('X-XSRF-TOKEN')).toBe(false);
  });

  it('takes an answer that came with the document, once', async () => {
    const answers = { '/api/imports/7': '{"id":"7"}' };
    openBrowserDouble({ answers, account: 'ann', cookies: { id: 'ann' } });
    answerWith(200, { id: 'asked' });
    const ask = () =>
      callApi<ReadImport>('GET /api/imports/:importId', { params: { importId: '7' } });
    expect(await ask()).toEqual({ id: '7' });
    expect(await ask()).toEqual({ id: 'asked' });
    expect(sent).toHaveLength(1);
  });

  it('takes no answer that was given to another account', async () => {
    const answers = { '/api/imports/7': '{"id":"7"}' };
    openBrowserDouble({ answers, account: 'ann', cookies: { id: 'ben' } });
    answerWith(200, { id: 'asked' });
    const asked = callApi<ReadImport>('GET /api/imports/:importId', { params: { importId: '7' } });
    expect(await asked).toEqual({ id: 'asked' });
  });

  it('makes no call about a record without an id', async () => {
    answerWith(200, {});
    const asked = callApi<ReadImport>('GET /api/imports/:importId', { params: { importId: '' } });
    expect(await failureOf(asked)).toMatchObject({ code: 'not_found', status: 404 });
    expect(sent).toEqual([]);
  });

  it('sends no read after sign-out, until someone signs in again', async () => {
    answerWith(200, { imports: [] });
    forgetSession();
    const failure = await failureOf(callApi<ListImports>('GET /api/imports'));
    expect(failure).toMatchObject({ code: 'not_signed_in', status: 401 });
    expect(sent).toEqual([]);
    storeSession({ token: 'def', role: 'user', id: '1', email: 'user@bursar.example' });
    await callApi<ListImports>('GET /api/imports');
    expect(sent).toHaveLength(1);
  });

  it('sends no read while the call that signs out is under way', async () => {
    answerWith(200, { address: null });
    beginSignOut();
    await failureOf(callApi<ListImports>('GET /api/imports'));
    expect(sent).toEqual([]);
    await callApi<EndProviderSession>('POST /api/session/end');
    expect(sent).toHaveLength(1);
    forgetSession();
    storeSession({ token: 'def', role: 'user', id: '1', email: 'user@bursar.example' });
    await callApi<ListImports>('GET /api/imports');
    expect(sent).toHaveLength(2);
  });

  it('sends nothing as another account than the one whose page is open', async () => {
    const { cookies, replacedBy } = openBrowserDouble({ cookies: { token: 'a', id: 'ann' } });
    const unbind = bindPageToAccount();
    cookies.set('token', 'b').set('id', 'ben');
    answerWith(200, { status: true });
    const calls = [
      callApi<ListImports>('GET /api/imports'),
      callApi<EndProviderSession>('POST /api/session/end'),
    ];
    for (const call of calls) expect(await failureOf(call)).toMatchObject({ status: 401 });
    expect(sent).toEqual([]);
    expect(replacedBy).toEqual(['/', '/']);
    unbind();
  });

  it('sends the body as JSON, with the XSRF token of the cookie', async () => {
    answerWith(200, { status: true });
    await callApi<SignIn>('POST /api/login/data-login', { body: credentials });
    expect(sent[0]?.init.body).toBe(JSON.stringify(credentials));
    expect(new Headers(sent[0]?.init.headers).get('X-XSRF-TOKEN')).toBe('xsrf');
  });

  it('throws the named failure with its fields and details', async () => {
    const answer = {
      error: 'currency_differs',
      message: 'The loan is in USD.',
      details: { currency: 'USD' },
      requestId: 'r-1',
    };
    answerWith(400, answer);
    const failure = await failureOf(callApi<ListImports>('GET /api/imports'));
    expect(failure).toMatchObject({ code: 'currency_differs', status: 400, requestId: 'r-1' });
    expect(failure.details).toEqual({ currency: 'USD' });
    expect(readSession()).toBeDefined();
  });

  it('removes the token if the server no longer knows the session', async () => {
    answerWith(401, { error: 'not_signed_in', message: 'Sign in again.', requestId: 'r' });
    expect((await failureOf(callApi<ListImports>('GET /api/imports'))).code).toBe('not_signed_in');
    expect(readSession()).toBeUndefined();
  });

  it('passes an answer of unknown shape to the caller, with its message', async () => {
    answerWith(403, { email: 'This account is locked' });
    const failure = await failureOf(
      callApi<SignIn>('POST /api/login/data-login', { body: credentials }),
    );
    expect(failure).toMatchObject({ code: 'answer_unreadable', status: 403 });
    expect(failure.answer).toEqual({ email: 'This account is locked' });
  });

  it('names the status if a failure has no code', async () => {
    answerWith(502, '<html>Bad gateway</html>');
    const failure = await failureOf(callApi<ListImports>('GET /api/imports'));
    expect(failure.message).toBe('502');
  });

  it('reports a network without an answer', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    const failure = await failureOf(callApi<ListImports>('GET /api/imports'));
    expect(failure).toMatchObject({ code: 'network_unreachable', status: 0 });
  });

  it('passes on that the call was aborted', async () => {
    const controller = new AbortController();
    controller.abort();
    vi.stubGlobal('fetch', async () => {
      throw new DOMException('Aborted', 'AbortError');
    });
    const call = callApi<ListImports>('GET /api/imports', { signal: controller.signal });
    await expect(call).rejects.toThrow(DOMException);
  });
});

describe('writeQuery', () => {
  it('omits undefined and null values', () => {
    expect(writeQuery({ view: 'all', q: undefined, team: null, limit: 50 })).toBe(
      '?view=all&limit=50',
    );
    expect(writeQuery({})).toBe('');
  });
});
