import type { UseQueryResult } from '@tanstack/react-query';
import { ApiFailure } from './api-client.ts';
import { failureSentence } from './failure-sentence.ts';

/** Returns the data of a query and its failure with a retry, for a part of a page. */
export function loadOf<Data>(query: UseQueryResult<Data>) {
  return { data: query.data, failure: failureOf(query) };
}

export type Asked = {
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
};

export function failureOf({ error, isFetching, refetch }: Asked) {
  return (
    error && {
      title: failureSentence(error),
      onRetry: () => void refetch(),
      retrying: isFetching,
      requestId: error instanceof ApiFailure ? error.requestId : undefined,
    }
  );
}
