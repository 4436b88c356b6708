import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { Wish, MARK } from './arbitrary-values.ts';
import type { MadeCall } from './arbitrary-calls.ts';
import type { Caller } from './fuzz-world.ts';
import { RawJson } from './odd-values.ts';

/** A call exactly as sent over the network, for failure reports. */
export type SentCall = {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
};

export type Answered = {
  /** Null if the connection ended without an answer. */
  readonly status: number | null;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** False if the connection ended before the whole answer arrived. */
  readonly complete: boolean;
  readonly tookMs: number;
};

/** The parts of a call that depend on the caller: cookies, the mark, and ids for placeholders. */
export type Bearings = {
  readonly cookies: Readonly<Record<string, string>>;
  readonly mark: string;
  readonly caller: Caller;
  readonly idFor: (caller: Caller, wish: Wish) => string;
};

export function writeCall(call: MadeCall, bearings: Bearings): SentCall {
  const { twist } = call;
  const content = twist === 'no-body' ? null : bodyOf(call, bearings);
  return {
    method: twist === 'unknown-method' ? 'PROPFIND' : call.method,
    address: addressOf(call, bearings),
    headers: headersOf(call, { bearings, content }),
    body: content,
  };
}

function bodyOf({ body, twist }: MadeCall, bearings: Bearings): Buffer | null {
  if (!body) return twist === 'broken-json' ? Buffer.from('{') : null;
  if (body.kind === 'bytes') return body.value;
  const json = writeJson(fill(body.value, bearings));
  return Buffer.from(twist === 'broken-json' ? json.slice(0, -1) : json);
}

/** Replaces placeholders with ids and marks with the caller's word. */
function fill(value: unknown, bearings: Bearings): unknown {
  if (value instanceof Wish) return bearings.idFor(bearings.caller, value);
  if (value instanceof RawJson) return value;
  if (typeof value === 'string') return value.replaceAll(MARK, bearings.mark);
  if (Array.isArray(value)) return value.map((item) => fill(item, bearings));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, fill(inner, bearings)]),
  );
}

const RAW = 'raw-json:';
const writeJson = (value: unknown): string =>
  (
    JSON.stringify(value, (_key, inner: unknown) =>
      inner instanceof RawJson ? `${RAW}${inner.text}` : inner,
    ) ?? 'null'
  ).replaceAll(new RegExp(`"${RAW}([^"]*)"`, 'g'), '$1');

function addressOf({ path, params, query, twist }: MadeCall, bearings: Bearings): string {
  const badSegment = badSegments[twist];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encode(badSegment ?? textOf(fill(params[name], bearings))),
  );
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encode(name)}=${encode(textOf(fill(value, bearings)))}`,
  );
  if (twist === 'repeated-query') pairs.push(...pairs);
  if (twist === 'long-query') pairs.push(`q=${'x'.repeat(9_000)}`);
  if (twist === 'bad-percent') pairs.push('q=%zz%');
  if (twist === 'broken-utf8') pairs.push('q=%ED%A0%80%ff');
  const end = badSegment === undefined || path.includes('{') ? '' : `/${badSegment}`;
  return `${filled}${end}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

/** Invalid path segments, which are inserted into the address without encoding. */
const badSegments: Partial<Record<MadeCall['twist'], string>> = {
  'bad-percent': '%zz',
  'nul-in-path': '%00',
  'broken-utf8': '%ED%A0%80%ff',
  'long-parameter': 'x'.repeat(600),
};

/**
 * Percent-encodes a text, except a bad segment. A text with a lone surrogate becomes the bytes of
 * one, because `encodeURIComponent` cannot encode it.
 */
function encode(text: string): string {
  if (Object.values(badSegments).includes(text)) return text;
  return /\p{Surrogate}/u.test(text) ? '%ED%A0%80' : encodeURIComponent(text);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value instanceof RawJson ? value.text : writeJson(value);
}

function headersOf(
  { body, method, twist }: MadeCall,
  { bearings, content }: { bearings: Bearings; content: Buffer | null },
): Record<string, string> {
  const { cookies } = bearings;
  const cookie =
    twist === 'odd-cookies'
      ? 'token=%00%zz; bursar-binding=; XSRF-TOKEN="x'
      : Object.entries(cookies)
          .map(([name, value]) => `${name}=${value}`)
          .join('; ');
  const type =
    contentTypes[twist] ??
    (body?.kind === 'bytes' ? 'application/octet-stream' : 'application/json');
  return {
    ...(cookie && { cookie }),
    ...(twist !== 'no-xsrf' && { 'x-xsrf-token': cookies['XSRF-TOKEN'] ?? '' }),
    ...(content && twist !== 'no-content-type' && { 'content-type': type }),
    ...(content && { 'content-length': String(content.length) }),
    // The check that refuses long headers also sends a body for HEAD, so HEAD is left out.
    ...(twist === 'long-header' && method !== 'HEAD' && { 'x-long': 'x'.repeat(20_000) }),
  };
}

const contentTypes: Partial<Record<MadeCall['twist'], string>> = {
  'json-as-text': 'text/plain',
  'json-as-form': 'application/x-www-form-urlencoded',
  'unknown-content-type': 'nonsense/;;',
};

/**
 * Sends calls over a real connection, because only a real connection shows answers that end early.
 */
export function openSender(port: number): {
  readonly send: (call: SentCall) => Promise<Answered>;
  close(): void;
} {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const send = async (call: SentCall, isRetry = false): Promise<Answered> => {
    const startedAt = performance.now();
    return new Promise((resolve) => {
      const done = (answer: Omit<Answered, 'tookMs'>) =>
        resolve({ ...answer, tookMs: performance.now() - startedAt });
      const lost = () =>
        done({ status: null, headers: {}, body: Buffer.alloc(0), complete: false });
      const { method, address: path, headers, body } = call;
      const outgoing = request({ port, host: '127.0.0.1', method, path, headers, agent });
      outgoing.setTimeout(WAIT_MS, () => outgoing.destroy());
      outgoing.once('error', () => {
        // An idle connection may close just as it is reused; clients then retry on a new one.
        if (outgoing.reusedSocket && !isRetry) resolve(send(call, true));
        else lost();
      });
      outgoing.once('response', (incoming) => {
        const chunks: Buffer[] = [];
        const { statusCode: status = null, headers: answered } = incoming;
        const end = (complete: boolean) =>
          done({ status, headers: answered, body: Buffer.concat(chunks), complete });
        if (String(answered['content-type']).startsWith('text/event-stream')) {
          // An accepted event stream never ends, so close it after its headers.
          incoming.once('error', () => undefined);
          outgoing.destroy();
          end(true);
          return;
        }
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.once('error', () => end(false));
        incoming.once('close', () => end(incoming.complete));
      });
      outgoing.end(body ?? undefined);
    });
  };
  return { send, close: () => agent.destroy() };
}

/** Time without data after which the connection is closed, and the answer is missing or cut off. */
const WAIT_MS = 20_000;
