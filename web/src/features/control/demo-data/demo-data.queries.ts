import type {
  CreateDemoPortfolio,
  ReadDemoPortfolio,
  RemoveDemoPortfolio,
  ResetDemoPassword,
} from '@bursar/contracts/control/demo-portfolio';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { resendUntilAnswered } from '../../../lib/resend.ts';

export type DemoPortfolio = AnswerOf<CreateDemoPortfolio>['demo'];

export const demoDataQuery = queryOptions({
  queryKey: [...queryRoots.settings, 'demo-data'],
  queryFn: ({ signal }) => callApi<ReadDemoPortfolio>('GET /api/demo-portfolio', { signal }),
});

export function useAddDemoData() {
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: (id: string) =>
      callApi<CreateDemoPortfolio>('POST /api/demo-portfolio', { body: { id } }),
    onSettled: useDemoDataChanged(),
  });
}

export function useSetDemoPassword(portfolioId: string) {
  return useMutation({
    mutationFn: () =>
      callApi<ResetDemoPassword>('POST /api/demo-portfolio/:portfolioId/password', {
        params: { portfolioId },
      }),
  });
}

export function useRemoveDemoData(portfolioId: string) {
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: () =>
      callApi<RemoveDemoPortfolio>('POST /api/demo-portfolio/:portfolioId/removal', {
        params: { portfolioId },
      }),
    onSettled: useDemoDataChanged(),
  });
}

function useDemoDataChanged() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: demoDataQuery.queryKey });
}
