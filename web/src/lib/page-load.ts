import type { UseQueryResult } from '@tanstack/react-query';
import { ApiFailure } from './api-client.ts';
import { failureOf } from './load-of.ts';
import type { Asked } from './load-of.ts';

/**
 * Returns the state of a detail page's query. A record that is out of reach counts as missing, not
 * as a failure, and data from before it went out of reach is hidden.
 */
export function detailLoadOf<Data>(query: UseQueryResult<Data>) {
  const { data, isPending, error } = query;
  if (isOutOfReach(error)) return { data: undefined, isPending: false, failure: null };
  return { data, isPending, failure: failureOf(query) };
}

/**
 * Returns whether the record does not exist for the reader: it is outside their scope, or its
 * address is invalid.
 */
export function isOutOfReach(error: Error | null): boolean {
  return (
    error instanceof ApiFailure && (error.code === 'not_found' || error.code === 'invalid_request')
  );
}

type ListStatus = 'loading' | 'failed' | 'refreshing' | 'ready';

type AskedForList = Asked & {
  readonly status: 'pending' | 'error' | 'success';
  readonly isPlaceholderData: boolean;
};

/** Returns the status and the failure of a list's query. */
export function listLoadOf(query: AskedForList) {
  return { status: statusOf(query), failure: failureOf(query) };
}

type AskedByPages = AskedForList & {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
};

/** Returns the status, the failure and the paging of a paged list's query. */
export function pagedLoadOf(query: AskedByPages) {
  return {
    ...listLoadOf(query),
    paging: {
      kind: 'endless' as const,
      hasMore: query.hasNextPage,
      loadingMore: query.isFetchingNextPage,
      onMore: () => void query.fetchNextPage(),
    },
  };
}

function statusOf({ status, isPlaceholderData, isFetching }: AskedForList): ListStatus {
  if (status === 'pending') return 'loading';
  if (status === 'error') return 'failed';
  return isPlaceholderData && isFetching ? 'refreshing' : 'ready';
}
