import { CONTACT_SECONDS_AGO_MAX } from '@bursar/contracts/collections/contact-log.values';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { ReadSentMessage } from '@bursar/contracts/collections/dunning';
import type {
  ListContactAttempts,
  LogContact,
  ResolveContactPause,
} from '@bursar/contracts/collections/contact-log';
import type {
  ChangePromiseLimits,
  ListPromiseLimits,
} from '@bursar/contracts/servicing/promise-limits';
import type { ListPromises, MakePromise } from '@bursar/contracts/servicing/promises';
import type { RequestSettlement } from '@bursar/contracts/servicing/settlements';
import type { ChangeQuietHours, ListQuietHours } from '@bursar/contracts/access/quiet-hours';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { resendUntilAnswered } from '../../../lib/resend.ts';

export type NewContactAttempt = InputOf<LogContact>['body'];

/** A contact attempt to send, and when it was first sent: `Date.now()`. */
type SentContactAttempt = { readonly contact: NewContactAttempt; readonly since: number };
export type NewPromise = InputOf<MakePromise>['body'];
export type PromiseAnswer = AnswerOf<MakePromise>;
export type NewSettlement = InputOf<RequestSettlement>['body'];

export const contactAttemptsQuery = (loanId: string) =>
  pagesByKey([...queryRoots.loans, 'one', loanId, 'contacts'], (query, signal) =>
    callApi<ListContactAttempts>('GET /api/loans/:loanId/contacts', {
      params: { loanId },
      query: query.after === undefined ? { limit: 10 } : query,
      signal,
    }),
  );

export function joinContactAttempts({
  pages,
}: {
  readonly pages: readonly AnswerOf<ListContactAttempts>[];
}) {
  return {
    contactAttempts: pages.flatMap(({ contactAttempts }) => contactAttempts),
    count: pages.at(-1)?.count ?? 0,
  };
}

export const sentMessageQuery = (loanId: string, loanMessageId: string) =>
  queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'messages', loanMessageId],
    queryFn: ({ signal }) =>
      callApi<ReadSentMessage>('GET /api/loans/:loanId/messages/:loanMessageId', {
        params: { loanId, loanMessageId },
        signal,
      }),
  });

export function promisesQuery(loanId: string) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'promises'],
    queryFn: ({ signal }) =>
      callApi<ListPromises>('GET /api/loans/:loanId/promises', { params: { loanId }, signal }),
  });
}

/**
 * Logs a contact attempt. `onSent` is called once it is logged, even if the form was closed before
 * the answer arrived.
 */
export function useLogContact(
  loanId: string,
  onSent: (answer: AnswerOf<LogContact>, contact: NewContactAttempt) => void,
) {
  const refresh = useWorkRefresh();
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: ({ contact, since }: SentContactAttempt) =>
      callApi<LogContact>('POST /api/loans/:loanId/contacts', {
        params: { loanId },
        body: { ...contact, secondsAgo: secondsSince(since) },
      }),
    onSuccess: (answer, { contact }) => onSent(answer, contact),
    onSettled: refresh,
  });
}

/** Returns the seconds since an instant of this browser's clock, within the limits of the request. */
function secondsSince(instant: number): number {
  const seconds = Math.round((Date.now() - instant) / 1000);
  return Math.min(Math.max(0, seconds), CONTACT_SECONDS_AGO_MAX);
}

export function useMakePromise(loanId: string) {
  const refresh = useWorkRefresh();
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: (promise: NewPromise) =>
      callApi<MakePromise>('POST /api/loans/:loanId/promises', {
        params: { loanId },
        body: promise,
      }),
    onSettled: refresh,
  });
}

export function useRequestSettlement(loanId: string) {
  const refresh = useWorkRefresh();
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: (body: NewSettlement) =>
      callApi<RequestSettlement>('POST /api/loans/:loanId/settlement-request', {
        params: { loanId },
        body,
      }),
    onSettled: refresh,
  });
}

export function useResolvePause(loanId: string, contactId: string) {
  const refresh = useWorkRefresh();
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: (body: InputOf<ResolveContactPause>['body']) =>
      callApi<ResolveContactPause>('PUT /api/loans/:loanId/contact-pauses/:contactId/resolution', {
        params: { loanId, contactId },
        body,
      }),
    onSettled: refresh,
  });
}

/**
 * Returns a function to call after a change: it refetches the loan's page, the work queue and the
 * dashboards.
 */
function useWorkRefresh() {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [queryRoots.loans, queryRoots.workQueue, queryRoots.dashboard]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}

export const quietHoursQuery = queryOptions({
  queryKey: [...queryRoots.loans, 'quiet-hours'],
  queryFn: ({ signal }) => callApi<ListQuietHours>('GET /api/quiet-hours', { signal }),
});

export function useChangeQuietHours(portfolioId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: (hours: InputOf<ChangeQuietHours>['body']) =>
      callApi<ChangeQuietHours>('PUT /api/quiet-hours/:portfolioId', {
        params: { portfolioId },
        body: hours,
      }),
    onSettled: () => {
      for (const queryKey of [queryRoots.loans, queryRoots.workQueue]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
}

export const promiseLimitsQuery = queryOptions({
  queryKey: [...queryRoots.loans, 'promise-limits'],
  queryFn: ({ signal }) => callApi<ListPromiseLimits>('GET /api/promise-limits', { signal }),
});

export function useChangePromiseLimits(portfolioId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: (limits: InputOf<ChangePromiseLimits>['body']) =>
      callApi<ChangePromiseLimits>('PUT /api/promise-limits/:portfolioId', {
        params: { portfolioId },
        body: limits,
      }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: queryRoots.loans }),
  });
}
