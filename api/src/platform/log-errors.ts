type LoggedError = {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly [fact: string]: unknown;
};

/**
 * Converts an error for the log, without personal data. PostgreSQL repeats the values of a row in
 * `detail` and `where` and quotes a wrong value in the message; mail servers repeat addresses.
 */
export function serializeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const message = withoutValues(error);
  return {
    type: error.name,
    message,
    stack: (error.stack ?? '')
      .replace(error.message, () => message)
      .replaceAll(ADDRESS, '[address]'),
    ...Object.fromEntries(
      plainFacts.flatMap((name) => {
        const value: unknown = Reflect.get(error, name);
        return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
      }),
    ),
    ...(error.cause instanceof Error && { cause: serializeError(error.cause) }),
  };
}

const ADDRESS = /[^\s<>"'(=:]+@[^\s<>"'),;]+/g;

/** Facts about the failure itself; every other property may hold a value of a row. */
const plainFacts = [
  'code',
  'errno',
  'syscall',
  'statusCode',
  'severity',
  'schema_name',
  'table_name',
  'column_name',
  'constraint_name',
  'routine',
] as const;

function withoutValues(error: Error): string {
  const message = error.message.replaceAll(ADDRESS, '[address]');
  // Class 22 is data that does not fit, whose message ends with the data.
  const isData = 'code' in error && /^22\w{3}$/.test(String(error.code));
  return isData ? message.replace(/: ".*"$/s, ': [value]') : message;
}
