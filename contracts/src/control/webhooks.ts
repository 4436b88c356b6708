import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cursor, instant, namedRef, nameText, pageLimit, uuid, version } from '../values.ts';
import { auditEvents } from './audit-events.ts';
import {
  deliveryStates,
  WEBHOOK_URL_MAX,
  webhookPauses,
  webhookStates,
} from './webhooks.values.ts';

const webhook = z.object({
  id: uuid,
  portfolio: namedRef,
  name: z.string(),
  url: z.string(),
  /** Null subscribes to every event. */
  events: z.array(z.string()).nullable(),
  state: z.enum(webhookStates),
  pausedBecause: z.enum(webhookPauses).nullable(),
  /** The time until which the previous secret also signs; null if it no longer does. */
  earlierSecretUntil: instant.nullable(),
  lastDeliveredAt: instant.nullable(),
  /** Deliveries that wait for an attempt. */
  waiting: z.int(),
  /** Deliveries that were given up. */
  failed: z.int(),
  createdAt: instant,
  version,
});
export type Webhook = z.infer<typeof webhook>;

const settings = {
  name: nameText.max(60),
  /** An https address that the server may reach; http only for this machine itself. */
  url: z.string().min(1).max(WEBHOOK_URL_MAX),
  events: z.array(z.enum(auditEvents)).min(1).max(auditEvents.length).nullable(),
};

const addressFailures = ['webhook_address_invalid', 'webhook_address_forbidden'] as const;

export const listWebhooks = endpoint({
  key: 'GET /api/webhooks',
  summary: 'List the webhooks of the portfolios that the caller manages.',
  access: 'manage-webhooks',
  answer: z.object({ webhooks: z.array(webhook) }),
  failures: [],
});
export type ListWebhooks = typeof listWebhooks;

export const createWebhook = endpoint({
  key: 'POST /api/webhooks',
  summary:
    'Send events of a portfolio’s audit trail to an address. Answers the secret that signs them, once.',
  access: 'manage-webhooks',
  body: z.object({
    /** The client creates this id; a repeated id is refused, because the secret is shown once. */
    id: uuid,
    portfolioId: uuid,
    ...settings,
  }),
  answer: z.object({ webhook, secret: z.string() }),
  failures: [
    'not_found',
    'name_missing',
    ...addressFailures,
    'webhooks_full',
    'webhook_already_made',
  ],
});
export type CreateWebhook = typeof createWebhook;

const params = z.object({ webhookId: uuid });

export const changeWebhook = endpoint({
  key: 'PUT /api/webhooks/:webhookId',
  summary: 'Change the name, address and events of a webhook.',
  access: 'manage-webhooks',
  params,
  body: z.object({ ...settings, version }),
  answer: webhook,
  failures: ['not_found', 'name_missing', ...addressFailures, 'changed_since'],
});
export type ChangeWebhook = typeof changeWebhook;

export const rotateWebhookSecret = endpoint({
  key: 'POST /api/webhooks/:webhookId/secret',
  summary:
    'Make a new secret for a webhook and answer it, once. The one before signs as well for 24 hours.',
  access: 'manage-webhooks',
  params,
  body: z.object({ version }),
  answer: z.object({ webhook, secret: z.string() }),
  failures: ['not_found', 'changed_since'],
});
export type RotateWebhookSecret = typeof rotateWebhookSecret;

export const pauseWebhook = endpoint({
  key: 'PUT /api/webhooks/:webhookId/state',
  summary: 'Pause a webhook or resume it. Events of the meantime wait and are sent afterwards.',
  access: 'manage-webhooks',
  params,
  body: z.object({ state: z.enum(webhookStates) }),
  answer: webhook,
  failures: ['not_found'],
});
export type PauseWebhook = typeof pauseWebhook;

export const removeWebhook = endpoint({
  key: 'POST /api/webhooks/:webhookId/remove',
  summary: 'Remove a webhook. Nothing more is sent to its address.',
  access: 'manage-webhooks',
  params,
  answer: z.object({ removed: z.boolean() }),
  failures: ['not_found'],
});
export type RemoveWebhook = typeof removeWebhook;

const delivery = z.object({
  eventId: uuid,
  event: z.string(),
  eventAt: instant,
  state: z.enum(deliveryStates),
  attempts: z.int(),
  lastAttemptAt: instant.nullable(),
  /** Null once it was delivered or given up. */
  nextAttemptAt: instant.nullable(),
  /** The HTTP status of the answer to the latest attempt; null if it got no answer. */
  status: z.int().nullable(),
  /** The first characters of that answer; empty if there was none. */
  answer: z.string(),
  /** Why the latest attempt failed: a code, or the system's message; null if it did not fail. */
  failure: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof delivery>;

export const listWebhookDeliveries = endpoint({
  key: 'GET /api/webhooks/:webhookId/deliveries',
  summary: 'List the deliveries of a webhook with their latest answer, the newest event first.',
  access: 'manage-webhooks',
  params,
  query: z.object({
    state: z.enum(deliveryStates).optional(),
    after: cursor.optional(),
    limit: pageLimit.default(50),
  }),
  answer: z.object({ deliveries: z.array(delivery), nextCursor: cursor.nullable() }),
  failures: ['not_found'],
});
export type ListWebhookDeliveries = typeof listWebhookDeliveries;

export const replayWebhookDelivery = endpoint({
  key: 'POST /api/webhooks/:webhookId/deliveries/:eventId/replay',
  summary: 'Send one event to the webhook again.',
  access: 'manage-webhooks',
  params: params.extend({ eventId: uuid }),
  answer: z.object({ queued: z.int() }),
  failures: ['not_found'],
});
export type ReplayWebhookDelivery = typeof replayWebhookDelivery;

export const replayWebhook = endpoint({
  key: 'POST /api/webhooks/:webhookId/replay',
  summary:
    'Send all events since a moment of the last 30 days again, also those from before the webhook.',
  access: 'manage-webhooks',
  params,
  body: z.object({ since: instant }),
  answer: z.object({ queued: z.int() }),
  failures: ['not_found', 'webhook_replay_too_old'],
});
export type ReplayWebhook = typeof replayWebhook;
