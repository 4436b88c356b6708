import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { DeliveryFailure } from '@bursar/contracts/control/webhooks.values';
import { resolveWebhookHost, type AddressRule, type CheckedAddress } from './webhook-address.ts';

/** The receiver's answer, or the reason why there was none. */
export type PostResult = {
  readonly status: number | null;
  readonly answer: string;
  /** A code, or the text of a failure without one; null if the receiver accepted the event. */
  readonly failure: string | null;
};

type Post = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly rule: AddressRule;
};

type Means = {
  readonly resolve: typeof resolveWebhookHost;
  /** The time for the look-up of the host, the request and its answer together. */
  readonly timeoutMs: number;
};

const usualMeans: Means = { resolve: resolveWebhookHost, timeoutMs: 8_000 };
const ANSWER_CHARACTERS = 300;

/** Posts to the address that was checked. Does not follow redirects and truncates the answer. */
export async function postWebhook(
  post: Post,
  { resolve, timeoutMs }: Means = usualMeans,
): Promise<PostResult> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const address = await inTime(signal, resolve(post.url, post.rule));
    if (!address) return failed('address-forbidden');
    return await send(post, { address, signal });
  } catch (error) {
    return failed(failureOf(error));
  }
}

class TimedOut extends Error {}

/** Rejects once the time is over; a look-up itself cannot be ended. */
function inTime<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  const over = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => over.reject(new TimedOut('no answer in time')));
  return Promise.race([work, over.promise]);
}

const byCode: Readonly<Record<string, DeliveryFailure>> = {
  ENOTFOUND: 'host-unknown',
  EAI_AGAIN: 'host-unknown',
  ECONNREFUSED: 'connection-refused',
  ECONNRESET: 'connection-lost',
  EPIPE: 'connection-lost',
  CERT_HAS_EXPIRED: 'certificate-invalid',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate-invalid',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate-invalid',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate-invalid',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate-invalid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-invalid',
};

function failureOf(error: unknown): string {
  if (error instanceof TimedOut) return 'timed-out' satisfies DeliveryFailure;
  if (!(error instanceof Error)) return 'unknown failure';
  return ('code' in error && byCode[String(error.code)]) || error.message;
}

const failed = (failure: string): PostResult => ({
  status: null,
  answer: '',
  failure: failure.slice(0, 300),
});

type Sending = { readonly address: CheckedAddress; readonly signal: AbortSignal };

function send({ url, headers, body }: Post, { address, signal }: Sending): Promise<PostResult> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(signal.aborted ? new TimedOut('no answer in time') : error);
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const sent = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: false,
      signal,
      // A second look-up could return an address other than the checked one.
      lookup: (_host, options, done) =>
        options.all === true ? done(null, [address]) : done(null, address.address, address.family),
    });
    sent.on('error', fail);
    sent.on('response', (response) => {
      readStart(response).then((answer) => resolve(resultOf(response, answer)), fail);
    });
    sent.end(body);
  });
}

/** Reads the first characters of an answer, however long it is, and ends the connection. */
async function readStart(response: IncomingMessage): Promise<string> {
  let text = '';
  response.setEncoding('utf8');
  for await (const part of response) {
    text += String(part);
    if (text.length >= ANSWER_CHARACTERS) break;
  }
  response.destroy();
  // PostgreSQL cannot store a NUL, and half a surrogate pair is no character.
  return Buffer.from(text.slice(0, ANSWER_CHARACTERS)).toString().replaceAll('\0', '');
}

function resultOf({ statusCode = 0 }: IncomingMessage, answer: string): PostResult {
  const status = statusCode;
  if (status >= 200 && status < 300) return { status, answer, failure: null };
  const isRedirect = status >= 300 && status < 400;
  const failure: DeliveryFailure = isRedirect ? 'redirected' : 'not-accepted';
  return { status, answer, failure };
}
