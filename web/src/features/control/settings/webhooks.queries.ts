import type {
  ChangeWebhook,
  CreateWebhook,
  ListWebhookDeliveries,
  ListWebhooks,
  PauseWebhook,
  RemoveWebhook,
  ReplayWebhook,
  ReplayWebhookDelivery,
  RotateWebhookSecret,
} from '@bursar/contracts/control/webhooks';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export type Webhook = AnswerOf<ListWebhooks>['webhooks'][number];
export type WebhookDelivery = AnswerOf<ListWebhookDeliveries>['deliveries'][number];
export type WebhookBody = InputOf<CreateWebhook>['body'];
export type WebhookChange = InputOf<ChangeWebhook>['body'];
export type MadeWebhook = AnswerOf<CreateWebhook>;

const root = [...queryRoots.settings, 'webhooks'] as const;

export const webhooksQuery = queryOptions({
  queryKey: [...root, 'list'],
  queryFn: ({ signal }) => callApi<ListWebhooks>('GET /api/webhooks', { signal }),
});

export function deliveriesQuery(webhookId: string, state: WebhookDelivery['state'] | null) {
  return pagesByKey([...root, 'deliveries', webhookId, state], (from, signal) =>
    callApi<ListWebhookDeliveries>('GET /api/webhooks/:webhookId/deliveries', {
      params: { webhookId },
      query: { ...from, ...(state && { state }) },
      signal,
    }),
  );
}

export function useCreateWebhook() {
  return useMutation({
    mutationFn: (body: WebhookBody) => callApi<CreateWebhook>('POST /api/webhooks', { body }),
    onSettled: useWebhooksChanged(),
  });
}

export function useChangeWebhook(webhookId: string) {
  return useMutation({
    mutationFn: (body: WebhookChange) =>
      callApi<ChangeWebhook>('PUT /api/webhooks/:webhookId', { params: { webhookId }, body }),
    onSettled: useWebhooksChanged(),
  });
}

export function useRotateSecret({ id: webhookId, version }: Webhook) {
  return useMutation({
    mutationFn: () =>
      callApi<RotateWebhookSecret>('POST /api/webhooks/:webhookId/secret', {
        params: { webhookId },
        body: { version },
      }),
    onSettled: useWebhooksChanged(),
  });
}

export function usePauseWebhook(webhookId: string) {
  return useMutation({
    mutationFn: (state: Webhook['state']) =>
      callApi<PauseWebhook>('PUT /api/webhooks/:webhookId/state', {
        params: { webhookId },
        body: { state },
      }),
    onSettled: useWebhooksChanged(),
  });
}

export function useRemoveWebhook(webhookId: string) {
  return useMutation({
    mutationFn: () =>
      callApi<RemoveWebhook>('POST /api/webhooks/:webhookId/remove', { params: { webhookId } }),
    onSettled: useWebhooksChanged(),
  });
}

export function useReplayDelivery(webhookId: string) {
  return useMutation({
    mutationFn: (eventId: string) =>
      callApi<ReplayWebhookDelivery>('POST /api/webhooks/:webhookId/deliveries/:eventId/replay', {
        params: { webhookId, eventId },
      }),
    onSettled: useWebhooksChanged(),
  });
}

export function useReplaySince(webhookId: string) {
  return useMutation({
    mutationFn: (body: InputOf<ReplayWebhook>['body']) =>
      callApi<ReplayWebhook>('POST /api/webhooks/:webhookId/replay', {
        params: { webhookId },
        body,
      }),
    onSettled: useWebhooksChanged(),
  });
}

function useWebhooksChanged() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: root });
}
