import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type {
  BookGoodRows,
  BookImport,
  CancelImport,
  ListFindings,
  ListImportObstacles,
  ListImports,
  ReadImport,
  ReadImportSample,
  TapeImport,
  UndoImport,
} from '@bursar/contracts/intake/imports';
import type { ComparedKind, ListComparedLoans } from '@bursar/contracts/intake/tape-comparison';
import { missingFields } from '@bursar/contracts/intake/tape-fields';
import {
  queryOptions,
  useMutation,
  useQueryClient,
  skipToken,
  useQuery,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callApi } from '../../../lib/api-client.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { moneyRoots, queryRoots } from '../../../lib/query-roots.ts';

export type Severity = NonNullable<InputOf<ListFindings>['query']['severity']>;

/** The polling interval of a running import. */
const progressEveryMs = 400;

export const importsQuery = queryOptions({
  queryKey: [...queryRoots.imports, 'list'],
  queryFn: ({ signal }) => callApi<ListImports>('GET /api/imports', { signal }),
});

/** One import, polled while the server works on it. */
function importQuery(importId: string) {
  return queryOptions({
    queryKey: importKey(importId),
    queryFn: ({ signal }) =>
      callApi<ReadImport>('GET /api/imports/:importId', { params: { importId }, signal }),
    refetchInterval: ({ state }) =>
      state.data && isRunning(state.data.state) ? progressEveryMs : false,
  });
}

function importKey(importId: string) {
  return [...queryRoots.imports, 'one', importId] as const;
}

/** Returns whether the server is working on the import. */
export function isRunning(state: TapeImport['state']): boolean {
  return state === 'checking' || state === 'booking';
}

/** A file's findings, in file order, in keyset pages. */
export function findingsQuery(importId: string, severity: Severity | undefined) {
  return pagesByKey([...importKey(importId), 'findings', severity], (from, signal) =>
    callApi<ListFindings>('GET /api/imports/:importId/findings', {
      params: { importId },
      query: { severity, ...from },
      signal,
    }),
  );
}

/** A newer tape's rows of one kind, in keyset pages. */
export function comparedQuery(importId: string, kind: ComparedKind) {
  return pagesByKey([...importKey(importId), 'comparison', kind], (from, signal) =>
    callApi<ListComparedLoans>('GET /api/imports/:importId/comparison', {
      params: { importId },
      query: { kind, ...from },
      signal,
    }),
  );
}

/** A sample of the data that a dry run read from its file; it never changes. */
export function sampleQuery(importId: string) {
  return queryOptions({
    queryKey: [...importKey(importId), 'sample'],
    queryFn: ({ signal }) =>
      callApi<ReadImportSample>('GET /api/imports/:importId/sample', {
        params: { importId },
        signal,
      }),
  });
}

/**
 * The number of unanswered questions of a checked file; each adds at least one error to the file.
 */
export function useOpenQuestions({ id, state, summary }: TapeImport): number {
  const isChecked = state === 'checked' && (summary?.errors ?? 0) > 0;
  const options = sampleQuery(id);
  const { data } = useQuery({ ...options, enabled: isChecked });
  if (!isChecked || !data?.reading) return 0;
  const { questions, words, encodingQuestion } = data.reading;
  const open = [
    ...questions.filter(({ answer }) => answer === null),
    ...words.filter((column) => column.words.some(({ meaning }) => meaning === null)),
  ];
  return open.length + (encodingQuestion ? 1 : 0);
}

/** Returns whether the user must choose columns before the tape can be read. */
export function useLacksColumns({ id, state, summary }: TapeImport): boolean {
  const isChecked = state === 'checked' && (summary?.errors ?? 0) > 0;
  const options = sampleQuery(id);
  const { data } = useQuery({ ...options, enabled: isChecked });
  const { columns = [], required = [] } = (isChecked && data?.reading) || {};
  return columns.length > 0 && missingFields(required, columns).length > 0;
}

/** Books a checked import; if the request is repeated, the server books once. */
export function useBookImport(importId: string) {
  const cacheImport = useCacheImport();
  return useMutation({
    mutationFn: () =>
      callApi<BookImport>('POST /api/imports/:importId/book', { params: { importId } }),
    onSuccess: cacheImport,
  });
}

/** Books the rows of a checked import that have no error. */
export function useBookGoodRows(importId: string) {
  const cacheImport = useCacheImport();
  return useMutation({
    mutationFn: () =>
      callApi<BookGoodRows>('POST /api/imports/:importId/book-good-rows', { params: { importId } }),
    onSuccess: cacheImport,
  });
}

/** Asks an import to stop; it has stopped once its state says so. */
export function useCancelImport(importId: string, meta = {}) {
  const cacheImport = useCacheImport();
  return useMutation({
    meta,
    mutationFn: () =>
      callApi<CancelImport>('POST /api/imports/:importId/cancel', { params: { importId } }),
    onSuccess: cacheImport,
  });
}

/** The obstacles to undoing an import; queried once the undo was refused. */
export function obstaclesQuery(importId: string) {
  return queryOptions({
    queryKey: [...importKey(importId), 'obstacles'],
    queryFn: ({ signal }) =>
      callApi<ListImportObstacles>('GET /api/imports/:importId/obstacles', {
        params: { importId },
        signal,
      }),
    staleTime: 0,
  });
}

export function useUndoImport(importId: string) {
  const cacheImport = useCacheImport();
  return useMutation({
    mutationFn: () =>
      callApi<UndoImport>('POST /api/imports/:importId/undo', { params: { importId } }),
    onSuccess: cacheImport,
  });
}

/** Stores the server's answer as the import's cache entry and refetches the list of imports. */
export function useCacheImport() {
  const queryClient = useQueryClient();
  return async (tape: AnswerOf<ReadImport>) => {
    queryClient.setQueryData(importQuery(tape.id).queryKey, tape);
    await queryClient.invalidateQueries({ queryKey: importsQuery.queryKey });
  };
}

/**
 * Returns a function to call after loans were added or removed with their payments; it refetches
 * the list of imports and everything that shows money.
 */
function useForgetLoans() {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [importsQuery.queryKey, ...moneyRoots])
      void queryClient.invalidateQueries({ queryKey });
  };
}

/** One import, polled while the server works on it; null queries none. */
export function useTapeImport(importId: string | null) {
  const options = importQuery(importId ?? '');
  const query = useQuery(importId === null ? { ...options, queryFn: skipToken } : options);
  useRefetchOfChangedLoans(query.data);
  return query;
}

export type TapeImportQuery = ReturnType<typeof useTapeImport>;

/** Refetches lists and figures once a watched import has booked or removed its loans. */
function useRefetchOfChangedLoans(tape: TapeImport | undefined): void {
  const forgetLoans = useForgetLoans();
  const former = useRef<Pick<TapeImport, 'id' | 'state'>>(undefined);
  useEffect(() => {
    const isSame = former.current?.id === tape?.id;
    const hasMoved = isSame && former.current?.state !== tape?.state;
    if (hasMoved && (tape?.state === 'booked' || tape?.state === 'undone')) forgetLoans();
    former.current = tape;
  });
}
