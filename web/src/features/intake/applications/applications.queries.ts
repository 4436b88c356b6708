import type {
  DecideApplication,
  DisburseLoan,
  ReadApplication,
  SubmitApplication,
  UndoDisbursement,
} from '@bursar/contracts/intake/applications';
import type { ListBorrowers } from '@bursar/contracts/records/borrower-lists';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { ListLoanProducts, Product } from '@bursar/contracts/servicing/products';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { readAllPages } from '../../../lib/pages-by-key.ts';
import { moneyRoots, queryRoots } from '../../../lib/query-roots.ts';
import { resendUntilAnswered } from '../../../lib/resend.ts';

export type ApplicationDetails = AnswerOf<ReadApplication>;

export function applicationQuery(applicationId: string) {
  return queryOptions({
    queryKey: [...queryRoots.applications, 'one', applicationId],
    queryFn: ({ signal }) =>
      callApi<ReadApplication>('GET /api/applications/:applicationId', {
        params: { applicationId },
        signal,
      }),
  });
}

/** A product that has terms, so that applications can use it. */
export type OfferedProduct = Product & { readonly latest: NonNullable<Product['latest']> };

export const offeredProductsQuery = queryOptions({
  queryKey: [...queryRoots.products, 'offered'],
  queryFn: async ({ signal }) => {
    const all = await readAllPages((from) =>
      callApi<ListLoanProducts>('GET /api/loan-products', {
        query: { state: 'current', limit: 200, ...from },
        signal,
      }),
    );
    return all.filter((product): product is OfferedProduct => product.latest !== null);
  },
});

/** All products that an application may have, including those no longer offered. */
export const knownProductsQuery = queryOptions({
  queryKey: [...queryRoots.products, 'known'],
  queryFn: async ({ signal }) => {
    const [current, archived] = await Promise.all(
      (['current', 'archived'] as const).map((state) =>
        readAllPages((from) =>
          callApi<ListLoanProducts>('GET /api/loan-products', {
            query: { state, limit: 200, ...from },
            signal,
          }),
        ),
      ),
    );
    return [...(current ?? []), ...(archived ?? [])];
  },
});

/** Borrowers that match the typed text; at most eight. */
export function foundBorrowersQuery(q: string) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'found-borrowers', q],
    queryFn: ({ signal }) =>
      callApi<ListBorrowers>('GET /api/borrowers', {
        query: { ...(q !== '' && { q }), sort: 'name', limit: 8 },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export function useSubmitApplication() {
  const onSettled = useRefetchApplications();
  return useMutation({
    mutationFn: (body: InputOf<SubmitApplication>['body']) =>
      callApi<SubmitApplication>('POST /api/applications', { body }),
    ...resendUntilAnswered,
    onSettled,
  });
}

export function useDecideApplication(applicationId: string) {
  const onSettled = useRefetchApplications();
  return useMutation({
    mutationFn: (body: InputOf<DecideApplication>['body']) =>
      callApi<DecideApplication>('POST /api/applications/:applicationId/events', {
        params: { applicationId },
        body,
      }),
    ...resendUntilAnswered,
    onSettled,
  });
}

export function useDisburseLoan(applicationId: string) {
  const onSettled = useRefetchApplications();
  return useMutation({
    mutationFn: (body: InputOf<DisburseLoan>['body']) =>
      callApi<DisburseLoan>('POST /api/applications/:applicationId/disbursement', {
        params: { applicationId },
        body,
      }),
    ...resendUntilAnswered,
    onSettled,
  });
}

export function useUndoDisbursement(applicationId: string) {
  const onSettled = useRefetchApplications();
  return useMutation({
    mutationFn: (body: InputOf<UndoDisbursement>['body']) =>
      callApi<UndoDisbursement>('POST /api/applications/:applicationId/undo-disbursement', {
        params: { applicationId },
        body,
      }),
    ...resendUntilAnswered,
    onSettled,
  });
}

/**
 * Returns a function that refetches applications and what a disbursement changes: money, products
 * and the finance page.
 */
function useRefetchApplications(): () => Promise<void> {
  const queryClient = useQueryClient();
  const { applications, products, finance } = queryRoots;
  return async () => {
    await Promise.all(
      [applications, products, finance, ...moneyRoots].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  };
}
