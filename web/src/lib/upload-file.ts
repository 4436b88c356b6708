import type { AnswerOf, Endpoint } from '@bursar/contracts/endpoint';
import { ApiFailure, failureOf, fillPath, signedOut, writeQuery } from './api-client.ts';
import { readCookie } from './cookies.ts';
import { leaveIfAnotherAccount } from './session.ts';

type Upload = {
  params?: object;
  query: object;
  file: Blob;
  /** Called with the number of bytes sent so far. */
  onProgress: (bytesSent: number) => void;
  signal: AbortSignal;
};

/**
 * Sends a file to an endpoint with a streamed body. Works as `callApi`, but reports its progress,
 * which `fetch` cannot.
 */
export function uploadFile<E extends Endpoint>(
  key: E['key'],
  { params = {}, query, file, onProgress, signal }: Upload,
): Promise<AnswerOf<E>> {
  const [method = 'POST', path = ''] = key.split(' ');
  if (leaveIfAnotherAccount()) return Promise.reject(signedOut());
  // A signal that is already aborted dispatches no event.
  if (signal.aborted) return Promise.reject(cancelled());
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => {
      const answer = readJson(request.responseText);
      if (request.status >= 200 && request.status < 300 && answer !== undefined) {
        // The server validates its answers by the same contract that types them here.
        resolve(answer as AnswerOf<E>);
      } else reject(failureOf(request, answer));
    });
    request.addEventListener('error', () => {
      reject(new ApiFailure(0, { error: 'network_unreachable', message: 'The upload broke off.' }));
    });
    request.addEventListener('abort', () => reject(cancelled()));
    signal.addEventListener('abort', () => request.abort());
    request.open(method, fillPath(path, params) + writeQuery(query));
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader('X-XSRF-TOKEN', readCookie('XSRF-TOKEN') ?? '');
    request.send(file);
  });
}

const cancelled = (): DOMException => new DOMException('The upload was cancelled.', 'AbortError');

/** Failures that another attempt with the same file would meet again. */
const faultsOfFile: ReadonlySet<string> = new Set([
  'invalid_request',
  'unknown_fields',
  'body_too_large',
  'document_is_empty',
  'document_type_not_allowed',
  'document_is_infected',
  'id_reused_with_different_content',
]);

/** Returns whether another attempt with the same file may succeed. */
export function mayBeSentAgain(failure: unknown): boolean {
  return !(failure instanceof ApiFailure && faultsOfFile.has(failure.code));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
