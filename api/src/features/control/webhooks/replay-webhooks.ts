import type { ReplayWebhook, ReplayWebhookDelivery } from '@bursar/contracts/control/webhooks';
import { DELIVERY_DAYS } from '@bursar/contracts/control/webhooks.values';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { audit, inScopeOf } from './change-webhooks.ts';
import { requeueDelivery, requeueSince } from './deliveries.store.ts';
import { lockWebhook } from './webhooks.store.ts';

const DAY_MS = 86_400_000;

/** Queues one event to be sent again. It has the same id, by which a receiver can recognise it. */
export function replayWebhookDelivery(
  database: Database,
  { webhookId, eventId }: InputOf<ReplayWebhookDelivery>['params'],
  context: CommandContext,
): Promise<Outcome<AnswerOf<ReplayWebhookDelivery>, FailureOf<ReplayWebhookDelivery>>> {
  return database.begin(async (transaction) => {
    const webhook = await lockWebhook(transaction, inScopeOf(webhookId, context));
    if (!webhook) return refuse('not_found');
    const at = context.now.toISOString();
    if (!(await requeueDelivery(transaction, { webhookId, eventId, at }))) {
      return refuse('not_found');
    }
    await audit(transaction, context, {
      event: 'replay-webhook',
      webhook,
      after: { eventId, queued: 1 },
    });
    return succeed({ queued: 1 });
  });
}

/**
 * Queues the events to which a webhook is subscribed, from the moment `since` on, for a receiver
 * that lost some.
 */
export function replayWebhook(
  database: Database,
  { webhookId, since }: InputOf<ReplayWebhook>['params'] & InputOf<ReplayWebhook>['body'],
  context: CommandContext,
): Promise<Outcome<AnswerOf<ReplayWebhook>, FailureOf<ReplayWebhook>>> {
  return database.begin(async (transaction) => {
    const webhook = await lockWebhook(transaction, inScopeOf(webhookId, context));
    if (!webhook) return refuse('not_found');
    const { now } = context;
    if (now.getTime() - Date.parse(since) > DELIVERY_DAYS * DAY_MS) {
      return refuse('webhook_replay_too_old', {
        field: 'since',
        details: { days: DELIVERY_DAYS },
      });
    }
    const queued = await requeueSince(transaction, { webhookId, since, at: now.toISOString() });
    await audit(transaction, context, {
      event: 'replay-webhook',
      webhook,
      after: { since, queued },
    });
    return succeed({ queued });
  });
}
