import type {
  ListConcentratedLoans,
  ListHistoricLoans,
  ListRatedContacts,
  ListRatedPromises,
  ReadArrearsHistory,
  ReadConcentration,
  ReadContactRates,
} from '@bursar/contracts/reporting/analytics';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export type HistoryBook = AnswerOf<ReadArrearsHistory>['books'][number];
export type Vintage = HistoryBook['vintages'][number];
export type RateMonth = AnswerOf<ReadContactRates>['months'][number];
export type ConcentrationBook = AnswerOf<ReadConcentration>['books'][number];

export const historyQuery = queryOptions({
  queryKey: [...queryRoots.analytics, 'arrears'],
  queryFn: ({ signal }) => callApi<ReadArrearsHistory>('GET /api/analytics/arrears', { signal }),
});

export const ratesQuery = queryOptions({
  queryKey: [...queryRoots.analytics, 'contacts'],
  queryFn: ({ signal }) => callApi<ReadContactRates>('GET /api/analytics/contacts', { signal }),
});

export const concentrationQuery = queryOptions({
  queryKey: [...queryRoots.analytics, 'concentration'],
  queryFn: ({ signal }) =>
    callApi<ReadConcentration>('GET /api/analytics/concentration', { signal }),
});

type Paged<Query> = Omit<Query, 'after' | 'limit'>;

/**
 * The records behind a figure: loans on a past day or now, or the contacts or promises of a month.
 */
export type Behind =
  | { readonly kind: 'loans'; readonly asked: Paged<InputOf<ListHistoricLoans>['query']> }
  | {
      readonly kind: 'concentrated';
      readonly asked: Paged<InputOf<ListConcentratedLoans>['query']>;
    }
  | { readonly kind: 'contacts'; readonly asked: Paged<InputOf<ListRatedContacts>['query']> }
  | { readonly kind: 'promises'; readonly asked: Paged<InputOf<ListRatedPromises>['query']> };

export type BehindRow =
  | AnswerOf<ListHistoricLoans>['rows'][number]
  | AnswerOf<ListConcentratedLoans>['rows'][number]
  | AnswerOf<ListRatedContacts>['rows'][number]
  | AnswerOf<ListRatedPromises>['rows'][number];

const rowsPerPage = 100;

export const behindQuery = (behind: Behind) =>
  infiniteQueryOptions({
    queryKey: [...queryRoots.analytics, behind.kind, behind.asked],
    queryFn: ({ pageParam, signal }) => readPage(behind, { after: pageParam ?? undefined, signal }),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  });

type Page = { readonly rows: readonly BehindRow[]; readonly nextCursor: string | null };
type Turn = { readonly after: string | undefined; readonly signal: AbortSignal };

function readPage({ kind, asked }: Behind, { after, signal }: Turn): Promise<Page> {
  const turn = { after, limit: rowsPerPage };
  switch (kind) {
    case 'loans':
      return callApi<ListHistoricLoans>('GET /api/analytics/loans', {
        query: { ...asked, ...turn },
        signal,
      });
    case 'concentrated':
      return callApi<ListConcentratedLoans>('GET /api/analytics/concentration-loans', {
        query: { ...asked, ...turn },
        signal,
      });
    case 'contacts':
      return callApi<ListRatedContacts>('GET /api/analytics/contact-rows', {
        query: { ...asked, ...turn },
        signal,
      });
    case 'promises':
      return callApi<ListRatedPromises>('GET /api/analytics/promise-rows', {
        query: { ...asked, ...turn },
        signal,
      });
  }
}

// Without the type, TypeScript infers null as the only page parameter.
const firstPage: string | null = null;
