import { ApiFailure } from './api-client.ts';

const AGAIN_AT_MOST = 5;

/**
 * Options for a write that carries its own id. If the server cannot be reached or answers with
 * status 502 or higher, the write is retried up to five times; while the browser is offline, it
 * waits for the connection. The server knows the id, so nothing is applied twice.
 */
export const resendUntilAnswered = {
  retry: (failures: number, cause: Error) =>
    failures < AGAIN_AT_MOST &&
    cause instanceof ApiFailure &&
    (cause.code === 'network_unreachable' || cause.status >= 502),
  retryDelay: (failures: number) => Math.min(1000 * 2 ** failures, 10_000),
};
