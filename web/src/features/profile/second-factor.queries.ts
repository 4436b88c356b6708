import type { AnswerOf } from '@bursar/contracts/endpoint';
import type {
  BeginSecondFactor,
  ConfirmSecondFactor,
  ReadSecondFactor,
  RenewRecoveryCodes,
  SwitchOffSecondFactor,
} from '@bursar/contracts/second-factor';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { queryRoots } from '../../lib/query-roots.ts';

export type SecondFactorState = AnswerOf<ReadSecondFactor>;
export type FactorSecret = AnswerOf<BeginSecondFactor>;

export const secondFactorQuery = queryOptions({
  queryKey: [...queryRoots.profile, 'second-factor'],
  queryFn: ({ signal }) => callApi<ReadSecondFactor>('GET /api/profile/second-factor', { signal }),
});

export function useBeginSecondFactor() {
  return useMutation({
    mutationFn: (password: string) =>
      callApi<BeginSecondFactor>('POST /api/profile/second-factor/begin', { body: { password } }),
  });
}

export function useConfirmSecondFactor() {
  return useMutation({
    mutationFn: (code: string) =>
      callApi<ConfirmSecondFactor>('POST /api/profile/second-factor/confirm', { body: { code } }),
    onSuccess: useFactorChanged(),
  });
}

export function useRenewRecoveryCodes() {
  return useMutation({
    mutationFn: (password: string) =>
      callApi<RenewRecoveryCodes>('POST /api/profile/second-factor/recovery-codes', {
        body: { password },
      }),
    onSuccess: useFactorChanged(),
  });
}

export function useSwitchOffSecondFactor() {
  return useMutation({
    mutationFn: (password: string) =>
      callApi<SwitchOffSecondFactor>('POST /api/profile/second-factor/switch-off', {
        body: { password },
      }),
    onSuccess: useFactorChanged(),
  });
}

function useFactorChanged() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
}
