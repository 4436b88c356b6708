import type { ListApplications } from '@bursar/contracts/intake/applications';
import type { InputOf } from '@bursar/contracts/endpoint';
import type {
  AddProductVersion,
  ArchiveProduct,
  CreateProduct,
  ListLoanProducts,
  ReadProduct,
  RestoreProduct,
} from '@bursar/contracts/servicing/products';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { resendUntilAnswered } from '../../../lib/resend.ts';

export type ProductQuestion = Pick<InputOf<ListLoanProducts>['query'], 'q' | 'state'>;

export const productsQuery = (asked: ProductQuestion) =>
  pagesByKey([...queryRoots.products, 'list', asked], (from, signal) =>
    callApi<ListLoanProducts>('GET /api/loan-products', { query: { ...asked, ...from }, signal }),
  );

export function productQuery(productId: string) {
  return queryOptions({
    queryKey: [...queryRoots.products, 'one', productId],
    queryFn: ({ signal }) =>
      callApi<ReadProduct>('GET /api/loan-products/:productId', { params: { productId }, signal }),
  });
}

/**
 * Returns the query for the number of applications for a product; the row in the answer is not
 * used.
 */
export function applicationsOfProductQuery(productId: string) {
  return queryOptions({
    queryKey: [...queryRoots.applications, 'counts-of-product', productId],
    queryFn: ({ signal }) =>
      callApi<ListApplications>('GET /api/applications', {
        query: { productId, limit: 1 },
        signal,
      }),
  });
}

export function useCreateProduct() {
  const onSettled = useProductsChanged();
  return useMutation({
    mutationFn: (body: InputOf<CreateProduct>['body']) =>
      callApi<CreateProduct>('POST /api/loan-products', { body }),
    ...resendUntilAnswered,
    onSettled,
  });
}

export function useAddVersion(productId: string) {
  const onSettled = useProductsChanged();
  return useMutation({
    mutationFn: (body: InputOf<AddProductVersion>['body']) =>
      callApi<AddProductVersion>('POST /api/loan-products/:productId/versions', {
        params: { productId },
        body,
      }),
    ...resendUntilAnswered,
    onSettled,
  });
}

export function useArchiveProduct(id: string) {
  const onSettled = useProductsChanged();
  const params = { productId: id };
  return useMutation({
    mutationFn: (verb: 'archive' | 'restore') =>
      verb === 'restore'
        ? callApi<RestoreProduct>('POST /api/loan-products/:productId/restore', { params })
        : callApi<ArchiveProduct>('POST /api/loan-products/:productId/archive', { params }),
    onSettled,
  });
}

function useProductsChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: queryRoots.products });
}
