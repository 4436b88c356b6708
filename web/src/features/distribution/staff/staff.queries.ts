import type { StaffSort } from '@bursar/contracts/choices';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type {
  ReadAccountRecovery,
  ReleaseRecovery,
  StartRecovery,
} from '@bursar/contracts/access/account-recovery';
import type {
  ChangeStaff,
  ExportStaffCsv,
  ExportStaffWorkbook,
  HandOverInvitation,
  InviteAgain,
  InviteStaff,
  ListPortfolios,
  ListStaff,
  ReadStaff,
  ReinstateStaff,
  ResetSecondFactor,
  StaffRow,
} from '@bursar/contracts/distribution/staff';
import type {
  ChangeManyStaff,
  PreviewSuspension,
  SuspendStaff,
} from '@bursar/contracts/access/suspensions';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { downloadFile } from '../../../lib/download.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { pagesByKey, readAllPages } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { notify } from '../../../ui/overlay/notify.ts';

export type StaffPage = AnswerOf<ListStaff>;
export type StaffFilter = Pick<InputOf<ListStaff>['query'], 'role' | 'status' | 'teamId' | 'q'>;
export type StaffListQuery = StaffFilter & {
  readonly sort: StaffSort;
  readonly direction: 'asc' | 'desc';
};
export type Portfolio = AnswerOf<ListPortfolios>['portfolios'][number];
export type Invitation = InputOf<InviteStaff>['body'];
export type StaffChange = InputOf<ChangeStaff>['body'];
export type ManyChanges = InputOf<ChangeManyStaff>['body'];
/**
 * The number of changed accounts, the number of those whose loans wait for approval, and why the
 * other accounts were not changed.
 */
export type BulkOutcome = AnswerOf<ChangeManyStaff>;
export type Suspension = InputOf<SuspendStaff>['body'];

/** Accounts in the user's scope, in keyset pages. */
export function staffListQuery(query: StaffListQuery) {
  return pagesByKey([...queryRoots.staff, 'list', query], (from, signal) =>
    callApi<ListStaff>('GET /api/staff', { query: { ...query, ...from }, signal }),
  );
}

export function accountQuery(accountId: string) {
  return queryOptions({
    queryKey: [...queryRoots.staff, 'one', accountId],
    queryFn: ({ signal }) =>
      callApi<ReadStaff>('GET /api/staff/:accountId', { params: { accountId }, signal }),
  });
}

/** Returns an account from a cached list, or undefined; it is known before the account loads. */
export function useListedAccount(accountId: string): StaffRow | undefined {
  const lists = useQueryClient().getQueriesData<InfiniteData<StaffPage>>({
    queryKey: [...queryRoots.staff, 'list'],
  });
  return lists
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap(({ rows }) => rows)
    .find(({ id }) => id === accountId);
}

/** All active agents in the user's scope; reads every page. */
export const activeAgentsQuery = queryOptions({
  queryKey: [...queryRoots.staff, 'active-agents'],
  queryFn: ({ signal }) =>
    readAllPages((from) =>
      callApi<ListStaff>('GET /api/staff', {
        query: { role: 'agent', status: 'active', limit: 200, ...from },
        signal,
      }),
    ),
});

/** Whether moving these accounts' loans needs approval; refetched each time the dialog opens. */
export function suspensionPreviewQuery(accountIds: readonly string[]) {
  return queryOptions({
    // Keyed under the loans, so that it refetches when a loan changes.
    queryKey: [...queryRoots.loans, 'suspension-preview', accountIds],
    queryFn: ({ signal }) =>
      callApi<PreviewSuspension>('POST /api/staff/suspension-preview', {
        body: { accountIds: [...accountIds] },
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
  });
}

export const portfoliosQuery = queryOptions({
  queryKey: [...queryRoots.staff, 'portfolios'],
  queryFn: ({ signal }) => callApi<ListPortfolios>('GET /api/portfolios', { signal }),
});

/** Downloads the list's rows, or the selected ones, in its order. */
export function useExportStaff() {
  return useMutation({
    mutationFn: ({
      format,
      ...body
    }: InputOf<ExportStaffCsv>['body'] & { format: 'csv' | 'xlsx' }) =>
      format === 'csv'
        ? downloadFile<ExportStaffCsv>('POST /api/staff/export.csv', { body })
        : downloadFile<ExportStaffWorkbook>('POST /api/staff/export.xlsx', { body }),
    onError: (cause) => notify.error(failureSentence(cause)),
  });
}

export function useChangeManyStaff() {
  const peopleChanged = usePeopleChanged();
  return useMutation({
    mutationFn: (changes: ManyChanges) =>
      callApi<ChangeManyStaff>('POST /api/staff/change-many', { body: changes }),
    onSettled: peopleChanged,
  });
}

export function useInviteStaff() {
  const peopleChanged = usePeopleChanged();
  return useMutation({
    mutationFn: (invitation: Invitation) =>
      callApi<InviteStaff>('POST /api/staff', { body: invitation }),
    onSettled: peopleChanged,
  });
}

export function useChangeStaff(accountId: string) {
  const cacheAccount = useCacheAccount();
  return useMutation({
    mutationFn: (change: StaffChange) =>
      callApi<ChangeStaff>('PUT /api/staff/:accountId', { params: { accountId }, body: change }),
    onSuccess: cacheAccount,
  });
}

export function useSuspendStaff(accountId: string) {
  const cacheAccount = useCacheAccount();
  return useMutation({
    mutationFn: (suspension: Suspension) =>
      callApi<SuspendStaff>('POST /api/staff/:accountId/suspend', {
        params: { accountId },
        body: suspension,
      }),
    onSuccess: cacheAccount,
  });
}

export function useReinstateStaff(accountId: string) {
  const cacheAccount = useCacheAccount();
  return useMutation({
    mutationFn: () =>
      callApi<ReinstateStaff>('POST /api/staff/:accountId/reinstate', { params: { accountId } }),
    onSuccess: cacheAccount,
  });
}

export function useResetSecondFactor(accountId: string) {
  const cacheAccount = useCacheAccount();
  return useMutation({
    mutationFn: () =>
      callApi<ResetSecondFactor>('POST /api/staff/:accountId/second-factor/reset', {
        params: { accountId },
      }),
    onSuccess: cacheAccount,
  });
}

export type RecoveryShown = NonNullable<AnswerOf<ReadAccountRecovery>['recovery']>;

/** The state of an account's recovery. */
export function accountRecoveryQuery(accountId: string) {
  return queryOptions({
    queryKey: [...queryRoots.staff, 'recovery', accountId],
    queryFn: ({ signal }) =>
      callApi<ReadAccountRecovery>('GET /api/staff/:accountId/recovery', {
        params: { accountId },
        signal,
      }),
  });
}

export function useStartRecovery(accountId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callApi<StartRecovery>('POST /api/staff/:accountId/recovery/start', {
        params: { accountId },
      }),
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: accountRecoveryQuery(accountId).queryKey }),
  });
}

export function useReleaseRecovery(accountId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callApi<ReleaseRecovery>('POST /api/staff/:accountId/recovery/release', {
        params: { accountId },
      }),
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: accountRecoveryQuery(accountId).queryKey }),
  });
}

export function useInviteAgain(accountId: string) {
  return useMutation({
    mutationFn: () =>
      callApi<InviteAgain>('POST /api/staff/:accountId/invite', { params: { accountId } }),
  });
}

export function useHandOverInvitation(accountId: string) {
  return useMutation({
    mutationFn: () =>
      callApi<HandOverInvitation>('POST /api/staff/:accountId/invitation-link', {
        params: { accountId },
      }),
  });
}

/**
 * Stores the answer to a change in the account's cache entry and refetches all queries that show
 * accounts.
 */
function useCacheAccount() {
  const queryClient = useQueryClient();
  const peopleChanged = usePeopleChanged();
  return (account: StaffRow) => {
    queryClient.setQueryData(accountQuery(account.id).queryKey, account);
    peopleChanged();
  };
}

/**
 * Refetches all lists and figures that show people: a person's name, team and loans appear on many
 * pages.
 */
function usePeopleChanged(): () => void {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [
      queryRoots.staff,
      queryRoots.teams,
      queryRoots.assignmentTargets,
      queryRoots.loans,
      queryRoots.dashboard,
    ]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}
