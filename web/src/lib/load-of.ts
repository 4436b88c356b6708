import type { UseQueryResult } from '@tanstack/react-query';
import { ApiFailure } from './api-client.ts';
import { failureSentence } from './failure-sentence.ts';

type Asked = {
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
};

/** What a part of a page shows of a query: its data, and what went wrong with the way to ask again. */
export function loadOf<Data>(query: UseQueryResult<Data>) {
  return { data: query.data, failure: failureOf(query) };
}

type ListStatus = 'loading' | 'failed' | 'refreshing' | 'ready';

type AskedForList = Asked & {
  readonly status: 'pending' | 'error' | 'success';
  readonly isPlaceholderData: boolean;
};

/** What a list shows of a query: how it stands, and what went wrong. */
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

function failureOf({ error, isFetching, refetch }: Asked) {
  return (
    error && {
      title: failureSentence(error),
      onRetry: () => void refetch(),
      retrying: isFetching,
      requestId: error instanceof ApiFailure ? error.requestId : undefined,
    }
  );
}

function statusOf({ status, isPlaceholderData, isFetching }: AskedForList): ListStatus {
  if (status === 'pending') return 'loading';
  if (status === 'error') return 'failed';
  return isPlaceholderData && isFetching ? 'refreshing' : 'ready';
}
