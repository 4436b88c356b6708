import type {
  DiscardMessageBatch,
  ExportMessageBatch,
  ListDunningSteps,
  ListMessageBatches,
  PrintMessageBatch,
  ProposeMessages,
  ReadMessageBatch,
  ReleaseMessageBatch,
  RemoveDunningStep,
  SaveDunningStep,
} from '@bursar/contracts/collections/dunning';
import type {
  ListMessageTemplates,
  PreviewLetterPdf,
  PreviewMessage,
  RemoveMessageTemplate,
  SaveMessageTemplate,
} from '@bursar/contracts/collections/message-templates';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { downloadFile } from '../../../lib/download.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { resendUntilAnswered } from '../../../lib/resend.ts';

export type Template = AnswerOf<ListMessageTemplates>['templates'][number];
export type Step = AnswerOf<ListDunningSteps>['steps'][number];
export type Batch = AnswerOf<ListMessageBatches>['batches'][number];
export type BatchedMessage = AnswerOf<ReadMessageBatch>['messages'][number];

export const templatesQuery = queryOptions({
  queryKey: [...queryRoots.letters, 'templates'],
  queryFn: ({ signal }) => callApi<ListMessageTemplates>('GET /api/message-templates', { signal }),
});

export const stepsQuery = queryOptions({
  queryKey: [...queryRoots.letters, 'steps'],
  queryFn: ({ signal }) => callApi<ListDunningSteps>('GET /api/dunning-steps', { signal }),
});

export const batchesQuery = pagesByKey([...queryRoots.letters, 'batches'], (from, signal) =>
  callApi<ListMessageBatches>('GET /api/message-batches', { query: from, signal }),
);

export const batchQuery = (messageBatchId: string) =>
  pagesByKey([...queryRoots.letters, 'batch', messageBatchId], (from, signal) =>
    callApi<ReadMessageBatch>('GET /api/message-batches/:messageBatchId', {
      params: { messageBatchId },
      query: from,
      signal,
    }),
  );

type Previewed = InputOf<PreviewMessage>['body'];

/** A text with a loan's current values; requested again each time the preview is shown. */
export const previewQuery = (asked: Previewed) =>
  queryOptions({
    queryKey: [...queryRoots.letters, 'preview', asked],
    queryFn: ({ signal }) =>
      callApi<PreviewMessage>('POST /api/message-templates/preview', { body: asked, signal }),
    gcTime: 0,
    retry: false,
  });

function useLettersRefresh() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: queryRoots.letters });
  };
}

export function useSaveTemplate() {
  const refresh = useLettersRefresh();
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: ({
      id: templateId,
      ...body
    }: InputOf<SaveMessageTemplate>['body'] & { readonly id: string }) =>
      callApi<SaveMessageTemplate>('PUT /api/message-templates/:templateId', {
        params: { templateId },
        body,
      }),
    onSuccess: refresh,
  });
}

type Removed = { readonly id: string; readonly version: number };

export function useRemoveTemplate() {
  const refresh = useLettersRefresh();
  return useMutation({
    mutationFn: ({ id: templateId, version }: Removed) =>
      callApi<RemoveMessageTemplate>('POST /api/message-templates/:templateId/remove', {
        params: { templateId },
        body: { version },
      }),
    onSettled: refresh,
  });
}

export function useSaveStep() {
  const refresh = useLettersRefresh();
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: ({
      id: stepId,
      ...body
    }: InputOf<SaveDunningStep>['body'] & { readonly id: string }) =>
      callApi<SaveDunningStep>('PUT /api/dunning-steps/:stepId', { params: { stepId }, body }),
    onSuccess: refresh,
  });
}

export function useRemoveStep() {
  const refresh = useLettersRefresh();
  return useMutation({
    mutationFn: ({ id: stepId, version }: Removed) =>
      callApi<RemoveDunningStep>('POST /api/dunning-steps/:stepId/remove', {
        params: { stepId },
        body: { version },
      }),
    onSettled: refresh,
  });
}

export function usePropose() {
  const refresh = useLettersRefresh();
  return useMutation({
    mutationFn: () => callApi<ProposeMessages>('POST /api/message-batches', { body: {} }),
    onSettled: refresh,
  });
}

export function useRelease(messageBatchId: string) {
  const refresh = useLettersRefresh();
  return useMutation({
    ...resendUntilAnswered,
    mutationFn: (body: InputOf<ReleaseMessageBatch>['body']) =>
      callApi<ReleaseMessageBatch>('POST /api/message-batches/:messageBatchId/release', {
        params: { messageBatchId },
        body,
      }),
    onSettled: refresh,
  });
}

export function useDiscard(messageBatchId: string) {
  const refresh = useLettersRefresh();
  return useMutation({
    mutationFn: () =>
      callApi<DiscardMessageBatch>('POST /api/message-batches/:messageBatchId/discard', {
        params: { messageBatchId },
        body: {},
      }),
    onSettled: refresh,
  });
}

/** Downloads a batch's messages to send: letters as PDF, SMS and WhatsApp as CSV. */
export function useBatchFile({ id: messageBatchId, channel }: Pick<Batch, 'id' | 'channel'>) {
  const params = { messageBatchId };
  return useMutation({
    mutationFn: () =>
      channel === 'letter'
        ? downloadFile<PrintMessageBatch>('GET /api/message-batches/:messageBatchId/letters.pdf', {
            params,
          })
        : downloadFile<ExportMessageBatch>(
            'GET /api/message-batches/:messageBatchId/messages.csv',
            { params },
          ),
  });
}

export function useLetterPreviewFile() {
  return useMutation({
    mutationFn: ({ loanId, templateId }: { loanId: string; templateId: string }) =>
      downloadFile<PreviewLetterPdf>('GET /api/loans/:loanId/letters/:templateId/preview.pdf', {
        params: { loanId, templateId },
        query: {},
      }),
  });
}
