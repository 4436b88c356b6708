import type { WebhookDelivery } from '@bursar/contracts/control/webhooks';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import type { PostResult } from './post-webhook.ts';
import type { AuditedEvent } from './webhook-body.ts';

type DeliveryPage = {
  readonly webhookId: string;
  readonly state?: WebhookDelivery['state'] | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
};

export async function listDeliveries(
  sql: Queryable,
  { webhookId, state, after, limit }: DeliveryPage,
) {
  const cursor = readCursor(after, 'instant');
  const rows = await sql<(WebhookDelivery & { id: string })[]>`
    select delivery.event_id, delivery.event_id as id, event.event, delivery.event_at,
      delivery.state, delivery.attempts, delivery.last_attempt_at, delivery.status,
      delivery.answer, delivery.failure,
      case when delivery.state = 'waiting' then delivery.next_attempt_at end as next_attempt_at
    from webhook_deliveries delivery join audit_events event on event.id = delivery.event_id
    where delivery.webhook_id = ${webhookId}
      ${state ? sql`and delivery.state = ${state}` : sql``}
      ${cursor ? sql`and (delivery.event_at, delivery.event_id) < (${cursor.value}::timestamptz, ${cursor.id}::uuid)` : sql``}
    order by delivery.event_at desc, delivery.event_id desc
    limit ${limit + 1}`;
  const { page, nextCursor } = pageOf(rows, { limit, valueOf: ({ eventAt }) => eventAt });
  return { deliveries: page.map(withoutId), nextCursor };
}

function withoutId({
  id,
  ...delivery
}: WebhookDelivery & { readonly id: string }): WebhookDelivery {
  return { ...delivery, eventId: id };
}

/** Makes one delivery due again. Returns false if the webhook has no such delivery. */
export async function requeueDelivery(
  transaction: Transaction,
  { webhookId, eventId, at }: { webhookId: string; eventId: string; at: string },
): Promise<boolean> {
  const rows = await transaction`
    update webhook_deliveries set state = 'waiting', attempts = 0, next_attempt_at = ${at}
    where webhook_id = ${webhookId} and event_id = ${eventId} returning event_id`;
  return rows.length === 1;
}

/**
 * Queues the events to which the webhook is subscribed, from the moment `since` on, including those
 * that have no delivery yet. Returns their number.
 */
export async function requeueSince(
  transaction: Transaction,
  { webhookId, since, at }: { webhookId: string; since: string; at: string },
): Promise<number> {
  const { count } = await transaction`
    insert into webhook_deliveries (webhook_id, event_id, event_at, next_attempt_at)
    select webhook.id, event.id, event.at, ${at}
    from webhooks webhook join audit_events event on event.portfolio_id = webhook.portfolio_id
    where webhook.id = ${webhookId} and event.at >= ${since} and event.at <= ${at}
      and (webhook.events is null or event.event = any (webhook.events))
    on conflict (webhook_id, event_id) do update
      set state = 'waiting', attempts = 0, next_attempt_at = excluded.next_attempt_at`;
  return count;
}

export type Claimed = {
  readonly webhookId: string;
  readonly portfolioId: string;
  readonly name: string;
  readonly url: string;
  readonly secret: Buffer;
  /** Null if no earlier secret is valid. */
  readonly earlierSecret: Buffer | null;
  readonly attempts: number;
  readonly claimedAt: string;
  readonly event: AuditedEvent;
};

type Due = {
  readonly at: string;
  /** Webhooks that are left out. */
  readonly except: readonly string[];
  readonly limit: number;
};

/**
 * Lists the webhooks that have due deliveries, the one that waits longest first. Webhooks whose
 * last attempt failed come last, so that many dead receivers do not hold up the others.
 */
export async function listDueWebhooks(
  sql: Queryable,
  { at, except, limit }: Due,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select webhook.id from webhooks webhook
    cross join lateral (
      select next_attempt_at from webhook_deliveries
      where webhook_id = webhook.id and state = 'waiting' and next_attempt_at <= ${at}
      order by next_attempt_at limit 1
    ) oldest
    where webhook.paused_at is null and webhook.removed_at is null
      and webhook.id <> all(${[...except]}::uuid[])
    order by webhook.failing_since is not null, oldest.next_attempt_at, webhook.id
    limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Maximum number of calls that one process makes to one webhook at the same time. */
const AT_ONCE_FOR_ONE = 5;

/**
 * Claims due deliveries of a webhook: counts an attempt of each and moves the next attempt past the
 * time that this one can take. Other processes skip claimed deliveries, and those of a killed
 * process become due again by themselves.
 */
export async function claimDeliveries(
  transaction: Transaction,
  {
    webhookId,
    at,
    until,
  }: { readonly webhookId: string; readonly at: string; readonly until: string },
): Promise<Claimed[]> {
  const rows = await transaction<Claimed[]>`
    with due as (
      select webhook_id, event_id from webhook_deliveries
      where webhook_id = ${webhookId} and state = 'waiting' and next_attempt_at <= ${at}
        and exists (
          select from webhooks
          where id = ${webhookId} and paused_at is null and removed_at is null)
      order by next_attempt_at, event_id limit ${AT_ONCE_FOR_ONE} for update skip locked
    )
    update webhook_deliveries delivery set attempts = delivery.attempts + 1,
      last_attempt_at = ${at}, next_attempt_at = ${until}
    from due
    join webhooks webhook on webhook.id = due.webhook_id
    join audit_events event on event.id = due.event_id
    where delivery.webhook_id = due.webhook_id and delivery.event_id = due.event_id
    returning webhook.id as webhook_id, webhook.portfolio_id, webhook.name, webhook.url,
      webhook.secret,
      case when webhook.earlier_secret_until > ${at} then webhook.earlier_secret end
        as earlier_secret,
      delivery.attempts, delivery.last_attempt_at as claimed_at,
      json_build_object('id', event.id, 'event', event.event, 'at', event.at,
        'portfolioId', event.portfolio_id, 'actorId', event.actor_id, 'subject', event.subject,
        'subjectId', event.subject_id, 'after', event.after) as event`;
  return [...rows];
}

type Ended = PostResult & {
  readonly webhookId: string;
  readonly eventId: string;
  readonly attempts: number;
  readonly claimedAt: string;
  /** Null once the last attempt was made. */
  readonly nextAttemptAt: string | null;
  readonly at: string;
};

/**
 * Records the result of an attempt and returns the webhook's consecutive failures; null, without a
 * change, if the delivery was queued again during the attempt. After that, another process may have
 * begun a first attempt too, so the time of the claim must match as well as the count.
 */
export async function endAttempt(
  transaction: Transaction,
  { webhookId, eventId, attempts, claimedAt, nextAttemptAt, at, ...result }: Ended,
): Promise<{ readonly failures: number; readonly failingSince: string | null } | null> {
  const isDelivered = result.failure === null;
  const failedState = nextAttemptAt === null ? 'failed' : 'waiting';
  // A replay locks the webhook before its deliveries; another order could deadlock.
  await transaction`select from webhooks where id = ${webhookId} for no key update`;
  const rows = await transaction`
    update webhook_deliveries set state = ${isDelivered ? 'delivered' : failedState},
      next_attempt_at = coalesce(${nextAttemptAt}::timestamptz, next_attempt_at),
      status = ${result.status}, answer = ${result.answer}, failure = ${result.failure}
    where webhook_id = ${webhookId} and event_id = ${eventId} and attempts = ${attempts}
      and last_attempt_at = ${claimedAt} and state = 'waiting'
    returning event_id`;
  if (rows.length === 0) return null;
  const [webhook] = await transaction<{ failures: number; failingSince: string | null }[]>`
    update webhooks set
      failures = ${isDelivered ? transaction`0` : transaction`failures + 1`},
      failing_since = ${isDelivered ? transaction`null` : transaction`coalesce(failing_since, ${at}::timestamptz)`},
      last_delivered_at = ${isDelivered ? transaction`${at}::timestamptz` : transaction`last_delivered_at`}
    where id = ${webhookId} returning failures, failing_since`;
  return webhook ?? null;
}

/**
 * Removes the deliveries of events before a moment. Deliveries are a log and not part of the books.
 */
export async function removeOldDeliveries(transaction: Transaction, before: string): Promise<void> {
  await transaction`delete from webhook_deliveries where event_at < ${before}`;
}
