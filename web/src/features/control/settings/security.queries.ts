import type {
  ChangeSecurityRules,
  ReadSecurityRules,
} from '@bursar/contracts/access/security-rules';
import type { ChangeSingleSignOn, ReadSingleSignOn } from '@bursar/contracts/access/single-sign-on';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export type SingleSignOn = AnswerOf<ReadSingleSignOn>;
export type SingleSignOnBody = InputOf<ChangeSingleSignOn>['body'];

export type SecurityRules = AnswerOf<ReadSecurityRules>;
export type SecurityRulesBody = InputOf<ChangeSecurityRules>['body'];

const root = [...queryRoots.settings, 'security'];

export const singleSignOnQuery = queryOptions({
  queryKey: [...root, 'single-sign-on'],
  queryFn: ({ signal }) => callApi<ReadSingleSignOn>('GET /api/single-sign-on', { signal }),
});

export const securityRulesQuery = queryOptions({
  queryKey: [...root, 'rules'],
  queryFn: ({ signal }) => callApi<ReadSecurityRules>('GET /api/security-rules', { signal }),
});

export function useChangeSecurityRules() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SecurityRulesBody) =>
      callApi<ChangeSecurityRules>('PUT /api/security-rules', { body }),
    // Not awaited: the new version replaces the form, which must first say that it was saved.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: root }),
  });
}

export function useChangeSingleSignOn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SingleSignOnBody) =>
      callApi<ChangeSingleSignOn>('PUT /api/single-sign-on', { body }),
    // Not awaited: the new version replaces the form, which must first say that it was saved.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: root }),
  });
}
