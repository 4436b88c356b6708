import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { FailureAnswer } from '@bursar/contracts/endpoint';
import { failureStatus, type FailureCode } from '@bursar/contracts/failure-status';
import { answerRefusal } from './refusals.ts';
import { failureSentence } from './failure-sentences.ts';

/**
 * Handlers for requests that fail before a route is found. They answer in the form of all failures
 * of the API.
 */
export const unreadableRequests = { frameworkErrors, clientErrorHandler };

/** Handles URLs that cannot be decoded and parameters that are longer than any valid one. */
function frameworkErrors(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const isTooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
  answerRefusal(request, reply, { code: isTooLong ? 'not_found' : 'invalid_request' });
}

/** Handles requests that Node cannot parse, for which only a socket is available to answer on. */
function clientErrorHandler(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) socket.write(answerOf(codeOf(error)));
  socket.destroy(error);
}

function codeOf({ code }: { readonly code?: string }): FailureCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_too_slow';
  return code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'invalid_request';
}

function answerOf(code: FailureCode): string {
  const status = failureStatus[code];
  const answer: FailureAnswer = {
    error: code,
    message: failureSentence(code),
    requestId: randomUUID(),
  };
  const body = JSON.stringify(answer);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    '',
    body,
  ].join('\r\n');
}
