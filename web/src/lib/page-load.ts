import type { UseQueryResult } from '@tanstack/react-query';
import { ApiFailure } from './api-client.ts';
import { failureOf } from './load-of.ts';
import type { Asked } from './load-of.ts';

/**
 * What the page of one thing shows of its query. What is out of reach is not there, which is no failure; nor is
 * what was read before it got out of reach.
 */
export function detailLoadOf<Data>(query: UseQueryResult<Data>) {
  const { data, isPending, error } = query;
  if (isOutOfReach(error)) return { data: undefined, isPending: false, failure: null };
  return { data, isPending, failure: failureOf(query) };
}

/** A thing outside the reader’s scope does not exist for them; nor does one whose address is garbled. */
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

/** What a list shows of its query: how it stands, and what went wrong. */
export function listLoadOf(query: AskedForList) {
  return { status: statusOf(query), failure: failureOf(query) };
}

type AskedByPages = AskedForList & {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
};

/** The same of a list that comes page by page, and how it goes on. */
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
