import type { AnswerOf, Endpoint, FailureAnswer, InputOf } from '@bursar/contracts/endpoint';
import type { FailureCode } from '@bursar/contracts/failure-status';
import {
  sessionEnds,
  UNATTENDED_HEADER,
  type SessionEnd,
} from '@bursar/contracts/access/session-ends';
import { isAttended } from './attendance.ts';
import { readCookie } from './cookies.ts';
import { takeGivenAnswer } from './rendered-page.ts';
import { noteMaintenance } from './maintenance.ts';
import { paths } from './paths.ts';
import { noteLock } from './session-lock.ts';
import { expireSession, hasSignedOut, leaveIfAnotherAccount } from './session.ts';

/** Failures that the browser itself finds, before or after the server answers. */
export type BrowserFailure = 'network_unreachable' | 'answer_unreadable';

/** A refused or failed call; `failureSentence` turns its code into a sentence for the reader. */
export class ApiFailure extends Error {
  override name = 'ApiFailure';
  readonly code: FailureCode | BrowserFailure;
  /** 0 if no answer came. */
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, string | number>>;
  readonly requestId: string | undefined;
  /** The whole answer: a failed sign-in adds entries of its own. */
  readonly answer: Readonly<Record<string, unknown>>;

  constructor(status: number, answer: FailureParts) {
    super(answer.message);
    this.code = answer.error;
    this.status = status;
    this.fields = answer.fields ?? {};
    this.details = answer.details ?? {};
    this.requestId = answer.requestId;
    this.answer = answer.raw ?? {};
  }
}

type FailureParts = Omit<FailureAnswer, 'error' | 'requestId'> & {
  error: FailureCode | BrowserFailure;
  requestId?: string;
  raw?: Readonly<Record<string, unknown>>;
};

type Extras = {
  /** Aborts the call when the reader no longer waits for it. */
  signal?: AbortSignal;
  /** The body of an endpoint that takes a streamed file. */
  file?: Blob;
};

type Sent = { params?: object; query?: object; body?: unknown } & Extras;

type Arguments<E extends Endpoint> = keyof InputOf<E> extends never
  ? [input?: Extras]
  : [input: InputOf<E> & Extras];

/**
 * Calls the API: `callApi<ListLoans>('GET /api/loans', { query: { view: 'all' } })`. The contract
 * is imported as a type only, so the key is checked and the contract adds nothing to the bundle.
 * Throws an `ApiFailure` if the server refuses or cannot be reached. There is no timeout.
 */
export async function callApi<E extends Endpoint>(
  key: E['key'],
  ...[input]: Arguments<E>
): Promise<AnswerOf<E>> {
  const response = await sendCall(key, input ?? {});
  if (!response.ok) throw await readFailure(response);
  // The server validates its answers by the same contract that types them here.
  return (await readAnswer(response)) as AnswerOf<E>;
}

/** Sends a call and returns the response unread, for files. */
export async function sendCall(key: string, input: Sent): Promise<Response> {
  const [method = 'GET', pattern = ''] = key.split(' ');
  // No query may run after sign-out, while the page closes.
  if (leaveIfAnotherAccount() || (method === 'GET' && hasSignedOut())) throw signedOut();
  // A menu link or a typed address may lack the record's id.
  if (Object.values(input.params ?? {}).includes('')) throw namesNothing(pattern);
  const headers = new Headers({ accept: 'application/json' });
  const xsrfToken = method === 'GET' ? undefined : readCookie('XSRF-TOKEN');
  if (!isAttended()) headers.set(UNATTENDED_HEADER, '1');
  if (xsrfToken) headers.set('X-XSRF-TOKEN', xsrfToken);
  let body: BodyInit | null = null;
  if (input.file) {
    headers.set('content-type', 'application/octet-stream');
    body = input.file;
  } else if (input.body !== undefined) {
    headers.set('content-type', 'application/json');
    body = JSON.stringify(input.body);
  }
  const address = fillPath(pattern, input.params ?? {}) + writeQuery(input.query ?? {});
  const given = method === 'GET' ? takeGivenAnswer(address) : undefined;
  if (given !== undefined) return Response.json(JSON.parse(given));
  try {
    return await fetch(address, { method, headers, body, signal: input.signal ?? null });
  } catch (cause) {
    if (input.signal?.aborted) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new ApiFailure(0, { error: 'network_unreachable', message });
  }
}

export function signedOut(): ApiFailure {
  return new ApiFailure(401, { error: 'not_signed_in', message: 'Nobody is signed in.' });
}

function namesNothing(pattern: string): ApiFailure {
  return new ApiFailure(404, { error: 'not_found', message: `A part of ${pattern} is empty.` });
}

export function fillPath(pattern: string, params: object): string {
  const values = new Map<string, unknown>(Object.entries(params));
  return pattern.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
}

/** Writes the query string of a call or a download link; leaves out undefined and null. */
export function writeQuery(query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  if (!response.headers.get('content-type')?.includes('json')) return response.text();
  try {
    return await response.json();
  } catch {
    throw unreadable(response);
  }
}

async function readFailure(response: Response): Promise<ApiFailure> {
  return failureOf(response, await response.json().catch(() => undefined));
}

/**
 * Builds the failure from the answer, or from the status if the answer has no code. Also reports a
 * locked or ended session and maintenance, and redirects to the profile if the second factor is
 * missing.
 */
export function failureOf(response: Answered, answer: unknown): ApiFailure {
  const raw = isRecord(answer) ? answer : {};
  if (raw['error'] === 'session_locked') noteLock();
  // Every page redirects to the profile until the user has set up a required second factor.
  if (raw['error'] === 'second_factor_missing' && location.pathname !== paths.profile) {
    location.replace(paths.profile);
  }
  if (raw['error'] === 'under_maintenance') noteMaintenance();
  if (raw['error'] === 'not_signed_in') expireSession(endOf(raw['details']));
  if (isFailureAnswer(raw)) return new ApiFailure(response.status, { ...raw, raw });
  return unreadable(response, raw);
}

function endOf(details: unknown): SessionEnd | undefined {
  return sessionEnds.find((end) => isRecord(details) && details['reason'] === end);
}

type Answered = { readonly status: number; readonly statusText: string };

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isFailureAnswer(
  answer: Record<string, unknown>,
): answer is Record<string, unknown> & FailureAnswer {
  return typeof answer['error'] === 'string' && typeof answer['message'] === 'string';
}

function unreadable(response: Answered, raw: Record<string, unknown> = {}): ApiFailure {
  const message = raw['message'];
  const status = `${response.status} ${response.statusText}`.trim();
  return new ApiFailure(response.status, {
    error: 'answer_unreadable',
    message: typeof message === 'string' && message !== '' ? message : status,
    raw,
  });
}
