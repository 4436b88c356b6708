import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { ExportAudit, ListAudit, VerifyAudit } from '@bursar/contracts/control/audit';
import type { ListStaff } from '@bursar/contracts/distribution/staff';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { downloadFile } from '../../../lib/download.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { pagesByKey, readAllPages } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { notify } from '../../../ui/overlay/notify.ts';

export type AuditFilter = InputOf<ExportAudit>['query'];
export type AuditVerdict = AnswerOf<VerifyAudit>;

/**
 * The audit trail, newest first, in keyset pages. Every change adds an event, so cached pages are
 * refetched whenever the trail is shown.
 */
export function auditListQuery(filter: AuditFilter) {
  return pagesByKey(
    ['audit', 'list', filter],
    (from, signal) =>
      callApi<ListAudit>('GET /api/audit', { query: { ...filter, ...from }, signal }),
    { staleTime: 0 },
  );
}

export function loanAuditQuery(loanId: string) {
  return pagesByKey([...queryRoots.loans, 'one', loanId, 'audit'], (from, signal) =>
    callApi<ListAudit>('GET /api/audit', { query: { loanId, ...from }, signal }),
  );
}

/** All users with an account, as filter options. */
export const peopleQuery = queryOptions({
  queryKey: [...queryRoots.staff, 'names'],
  queryFn: async ({ signal }) => {
    const people = await readAllPages((from) =>
      callApi<ListStaff>('GET /api/staff', { query: { limit: 200, ...from }, signal }),
    );
    return people.map(({ id, name }) => ({ id, name }));
  },
});

/** Downloads all rows that match the filters. */
export function useExportAudit(filter: AuditFilter) {
  return useMutation({
    mutationFn: () => downloadFile<ExportAudit>('GET /api/audit/export.csv', { query: filter }),
    onError: (cause) => notify.error(failureSentence(cause)),
  });
}

/** Makes the server verify the whole chain of digests. */
export function useVerifyAudit() {
  return useMutation({ mutationFn: () => callApi<VerifyAudit>('POST /api/audit/verify') });
}
