import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { ExportAudit, ListAudit, VerifyAudit } from '@bursar/contracts/audit';
import type { ListStaff } from '@bursar/contracts/staff';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
} from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { downloadFile } from '../../lib/download.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { queryRoots } from '../../lib/query-roots.ts';
import { notify } from '../../ui/overlay/notify.ts';

export type AuditFilter = InputOf<ExportAudit>['query'];
export type AuditVerdict = AnswerOf<VerifyAudit>;

/** The trail, newest first, page by page by key. Everything done anywhere adds to it. */
export function auditListQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      callApi<ListAudit>('GET /api/audit', {
        query: { ...filter, ...(pageParam !== null && { after: pageParam }) },
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

type Person = { readonly id: string; readonly name: string };

/** Everyone with an account, to filter by: read to the last page. */
export const peopleQuery = queryOptions({
  queryKey: [...queryRoots.staff, 'names'],
  queryFn: async ({ signal }) => {
    const people: Person[] = [];
    let after: string | null = null;
    do {
      const page: AnswerOf<ListStaff> = await callApi<ListStaff>('GET /api/staff', {
        query: { limit: 200, ...(after !== null && { after }) },
        signal,
      });
      people.push(...page.rows.map(({ id, name }) => ({ id, name })));
      after = page.nextCursor;
    } while (after !== null);
    return people;
  },
});

/** Saves every row that the filters match as a file. */
export function useExportAudit(filter: AuditFilter) {
  return useMutation({
    mutationFn: () => downloadFile<ExportAudit>('GET /api/audit/export.csv', { query: filter }),
    onError: (cause) => notify.error(failureSentence(cause)),
  });
}

/** Has the server walk the whole chain of digests. */
export function useVerifyAudit() {
  return useMutation({ mutationFn: () => callApi<VerifyAudit>('POST /api/audit/verify') });
}

// Without the type, null alone would be the only page there is.
const firstPage: string | null = null;
