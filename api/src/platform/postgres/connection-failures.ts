/**
 * Matches lost connections, a database without connections or memory left, and one that only reads
 * (25006), because it is no longer the primary.
 */
const connectionFailures =
  /^(CONNECTION_|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENOENT|EPIPE|25006|57P0\w|08\w{3}|53[0234]\w\w)/;

export function isConnectionFailure(error: unknown): boolean {
  return connectionFailures.test(codeOf(error));
}

/** Returns the SQLSTATE or system code of an error; empty if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
