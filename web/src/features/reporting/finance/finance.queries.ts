import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type {
  CloseDay,
  ListEndOfDayProgress,
  ListEndOfDayRuns,
} from '@bursar/contracts/control/end-of-day';
import type {
  ExportJournal,
  ListAccountLines,
  ListExpectedDues,
  ListLateDues,
  ListReceivedPayments,
  ReadArrearsAgeing,
  ReadCashFlow,
  ReadForecast,
  ReadTrialBalance,
} from '@bursar/contracts/reporting/finance';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { downloadFile } from '../../../lib/download.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

type BookOf<Answer extends { books: readonly unknown[] }> = Answer['books'][number];
export type CashFlowBook = BookOf<AnswerOf<ReadCashFlow>>;
export type CashFlowPeriod = CashFlowBook['periods'][number];
export type ForecastBook = BookOf<AnswerOf<ReadForecast>>;
export type AgeingBook = BookOf<AnswerOf<ReadArrearsAgeing>>;
export type TrialBook = BookOf<AnswerOf<ReadTrialBalance>>;
export type TrialAccount = TrialBook['accounts'][number];

/**
 * Returns the query for the cash flow; the previous chart stays visible while another month loads.
 */
export const cashFlowQuery = (month: string | null) =>
  queryOptions({
    queryKey: [...queryRoots.finance, 'cash-flow', month],
    queryFn: ({ signal }) =>
      callApi<ReadCashFlow>('GET /api/finance/cash-flow', {
        query: { month: month ?? undefined },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const forecastQuery = queryOptions({
  queryKey: [...queryRoots.finance, 'forecast'],
  queryFn: ({ signal }) => callApi<ReadForecast>('GET /api/finance/forecast', { signal }),
});

export const ageingQuery = queryOptions({
  queryKey: [...queryRoots.finance, 'arrears'],
  queryFn: ({ signal }) => callApi<ReadArrearsAgeing>('GET /api/finance/arrears', { signal }),
});

export const trialBalanceQuery = (on: string | null) =>
  queryOptions({
    queryKey: [...queryRoots.finance, 'trial-balance', on],
    queryFn: ({ signal }) =>
      callApi<ReadTrialBalance>('GET /api/finance/trial-balance', {
        query: { on: on ?? undefined },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

type Paged<Query> = Omit<Query, 'after' | 'limit'>;

/** The rows that a figure counts: their kind, their number if known, and their total. */
export type Counted = { readonly count: number | null; readonly amountMinor: number } & (
  | { readonly kind: 'payments'; readonly behind: Paged<InputOf<ListReceivedPayments>['query']> }
  | { readonly kind: 'dues'; readonly behind: Paged<InputOf<ListExpectedDues>['query']> }
  | { readonly kind: 'late'; readonly behind: Paged<InputOf<ListLateDues>['query']> }
  | { readonly kind: 'lines'; readonly behind: Paged<InputOf<ListAccountLines>['query']> }
);

/** A payment, an instalment or a ledger line, as the drawer shows it. */
export type CountedRow = {
  readonly id: string;
  readonly loanId: string;
  readonly loanReference: string;
  readonly borrower: string | null;
  readonly day: string;
  readonly amountMinor: number;
  /** The event of a ledger line. */
  readonly event?: string;
  /** The unpaid amount of an instalment. */
  readonly openMinor?: number;
};

/** The server's maximum, because users who check a total need all rows. */
const rowsPerPage = 200;

export const countedRowsQuery = (counted: Counted) =>
  infiniteQueryOptions({
    queryKey: [...queryRoots.finance, counted.kind, counted.behind],
    queryFn: ({ pageParam, signal }) => {
      const page = { after: pageParam ?? undefined, limit: rowsPerPage };
      return readRows(counted, page, signal);
    },
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  });

type Page = { readonly after: string | undefined; readonly limit: number };
type CountedPage = { readonly rows: readonly CountedRow[]; readonly nextCursor: string | null };

async function readRows(counted: Counted, page: Page, signal: AbortSignal): Promise<CountedPage> {
  switch (counted.kind) {
    case 'payments': {
      const query = { ...counted.behind, ...page };
      const key = 'GET /api/finance/payments';
      const { rows, nextCursor } = await callApi<ListReceivedPayments>(key, { query, signal });
      return { nextCursor, rows: rows.map((row) => ({ ...row, day: row.valueDate })) };
    }
    case 'dues': {
      const query = { ...counted.behind, ...page };
      const { rows, nextCursor } = await callApi<ListExpectedDues>('GET /api/finance/dues', {
        query,
        signal,
      });
      return { nextCursor, rows: rows.map((row) => dueRow(row, counted.behind.unpaid === true)) };
    }
    case 'late': {
      const query = { ...counted.behind, ...page };
      const { rows, nextCursor } = await callApi<ListLateDues>('GET /api/finance/late-dues', {
        query,
        signal,
      });
      return { nextCursor, rows: rows.map((row) => dueRow(row, true)) };
    }
    case 'lines': {
      const query = { ...counted.behind, ...page };
      const { rows, nextCursor } = await callApi<ListAccountLines>('GET /api/finance/lines', {
        query,
        signal,
      });
      return {
        nextCursor,
        rows: rows.map(({ valueDate, debitMinor, creditMinor, ...row }) => ({
          ...row,
          day: valueDate,
          amountMinor: debitMinor - creditMinor,
        })),
      };
    }
  }
}

type Due = AnswerOf<ListExpectedDues>['rows'][number];

function dueRow({ number, dueOn, amountMinor, ...row }: Due, isUnpaid: boolean): CountedRow {
  return {
    ...row,
    id: `${row.loanId}/${number}`,
    day: dueOn,
    amountMinor: isUnpaid ? row.openMinor : amountMinor,
  };
}

/** Saves the journal of a period as a file. */
export function useSaveJournal() {
  return useMutation({
    mutationFn: (query: InputOf<ExportJournal>['query']) =>
      downloadFile<ExportJournal>('GET /api/finance/journal.csv', { query }),
  });
}

export type EndOfDayRun = AnswerOf<ListEndOfDayRuns>['runs'][number];

const endOfDayKey = [...queryRoots.finance, 'runs'];

export const endOfDayRunsQuery = () =>
  infiniteQueryOptions({
    queryKey: endOfDayKey,
    queryFn: ({ signal, pageParam }) => readEndOfDayRuns(pageParam, signal),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextBefore,
  });

export const endOfDayProgressQuery = queryOptions({
  queryKey: [...endOfDayKey, 'progress'],
  queryFn: ({ signal }) => callApi<ListEndOfDayProgress>('GET /api/closings/progress', { signal }),
});

const runsPerPage = 14;

async function readEndOfDayRuns(
  before: string | null,
  signal: AbortSignal,
): Promise<AnswerOf<ListEndOfDayRuns>> {
  const query = { before: before ?? undefined, limit: runsPerPage };
  return callApi<ListEndOfDayRuns>('GET /api/closings', { query, signal });
}

/** Closes the open days up to and including the given day. */
export function useCloseDay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (day: string) => callApi<CloseDay>('POST /api/closings', { body: { day } }),
    onSettled: () => client.invalidateQueries({ queryKey: endOfDayKey }),
  });
}

// Without the type, TypeScript infers null as the only page parameter.
const firstPage: string | null = null;
