import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { ListBackups } from '@bursar/contracts/control/backups';
import type { ChangeLogo, RemoveLogo } from '@bursar/contracts/control/company-logo';
import type { ChangeCompany, ReadCompany } from '@bursar/contracts/control/company';
import type {
  ChangePortfolio,
  CreatePortfolio,
  ListPortfolioSettings,
} from '@bursar/contracts/control/portfolio-settings';
import type { ReadMailState, SendTestMail } from '@bursar/contracts/access/outbox';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { resendUntilAnswered } from '../../../lib/resend.ts';

export type Company = AnswerOf<ReadCompany>;
export type PortfolioSettings = AnswerOf<ListPortfolioSettings>['portfolios'][number];
export type TakenBackup = AnswerOf<ListBackups>['backups'][number];

const root = queryRoots.settings;

export const companyQuery = queryOptions({
  queryKey: [...root, 'company'],
  queryFn: ({ signal }) => callApi<ReadCompany>('GET /api/company', { signal }),
});

export const portfolioSettingsQuery = queryOptions({
  queryKey: [...root, 'portfolios'],
  queryFn: ({ signal }) =>
    callApi<ListPortfolioSettings>('GET /api/portfolio-settings', { signal }),
});

export const mailStateQuery = queryOptions({
  queryKey: [...root, 'mail'],
  queryFn: ({ signal }) => callApi<ReadMailState>('GET /api/mail-state', { signal }),
  // A test email leaves within seconds, and the page shows that it has left.
  refetchInterval: 5_000,
});

export const backupsQuery = queryOptions({
  queryKey: [...root, 'backups'],
  queryFn: ({ signal }) => callApi<ListBackups>('GET /api/backups', { signal }),
});

export function useChangeCompany() {
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: (body: InputOf<ChangeCompany>['body']) =>
      callApi<ChangeCompany>('PUT /api/company', { body }),
    onSettled: useSettingsChanged(),
  });
}

export function useChangeLogo() {
  return useMutation({
    mutationFn: (logo: Blob) => callApi<ChangeLogo>('POST /api/company/logo', { file: logo }),
  });
}

export function useRemoveLogo() {
  return useMutation({
    mutationFn: () => callApi<RemoveLogo>('POST /api/company/logo/remove'),
  });
}

export function useCreatePortfolio() {
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: (body: InputOf<CreatePortfolio>['body']) =>
      callApi<CreatePortfolio>('POST /api/portfolios', { body }),
    onSettled: useSettingsChanged(),
  });
}

export function useChangePortfolio(portfolioId: string) {
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: (body: InputOf<ChangePortfolio>['body']) =>
      callApi<ChangePortfolio>('PUT /api/portfolio-settings/:portfolioId', {
        params: { portfolioId },
        body,
      }),
    onSettled: useSettingsChanged(),
  });
}

export function useSendTestMail() {
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: (id: string) => callApi<SendTestMail>('POST /api/mails/test', { body: { id } }),
    onSettled: useSettingsChanged(),
  });
}

function useSettingsChanged() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [root, queryRoots.firstSteps, queryRoots.staff].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
}
