import type { Webhook } from '@bursar/contracts/control/webhooks';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { portfoliosInScope, runsPortfolio, type Scope } from '../../../platform/scope.ts';

/**
 * Lists the webhooks that the caller manages: those of all portfolios except demo data for an
 * administrator, of their own portfolio for a manager, none for other roles.
 */
export async function listWebhooks(
  sql: Queryable,
  { scope, now }: { readonly scope: Scope; readonly now: Date },
): Promise<Webhook[]> {
  if (scope.role !== 'admin' && scope.role !== 'user') return [];
  const ofScope = portfoliosInScope(sql, scope);
  const rows = await sql<Webhook[]>`
    ${selectWebhooks(sql, now)} and ${ofScope}
    order by portfolio.name, webhook.created_at, webhook.id`;
  return rows.map((row) => ({ ...row }));
}

/** Returns null if the webhook is outside the caller's scope. */
export async function findWebhook(
  sql: Queryable,
  { scope, webhookId, now }: WebhookInScope,
): Promise<Webhook | null> {
  const [row] = await sql<Webhook[]>`${selectWebhooks(sql, now)} and webhook.id = ${webhookId}`;
  return row && runsPortfolio(scope, row.portfolio.id) ? { ...row } : null;
}

export type WebhookInScope = {
  readonly scope: Scope;
  readonly webhookId: string;
  readonly now: Date;
};

/** Locks the webhook until the transaction ends; returns null outside the scope. */
export async function lockWebhook(
  transaction: Transaction,
  wanted: WebhookInScope,
): Promise<Webhook | null> {
  await transaction`select from webhooks where id = ${wanted.webhookId} for no key update`;
  return findWebhook(transaction, wanted);
}

const selectWebhooks = (sql: Queryable, now: Date) => sql`
  select webhook.id, webhook.name, webhook.url, webhook.events, webhook.version, webhook.created_at,
    json_build_object('id', portfolio.id, 'name', portfolio.name) as portfolio,
    case when webhook.paused_at is null then 'active' else 'paused' end as state,
    webhook.paused_because, webhook.last_delivered_at,
    case when webhook.earlier_secret_until > ${now.toISOString()}
      then webhook.earlier_secret_until end as earlier_secret_until,
    (select count(*)::integer from webhook_deliveries delivery
      where delivery.webhook_id = webhook.id and delivery.state = 'waiting') as waiting,
    (select count(*)::integer from webhook_deliveries delivery
      where delivery.webhook_id = webhook.id and delivery.state = 'failed') as failed
  from webhooks webhook join portfolios portfolio on portfolio.id = webhook.portfolio_id
  where webhook.removed_at is null`;

export type NewWebhook = Pick<Webhook, 'id' | 'name' | 'url' | 'events'> & {
  readonly portfolioId: string;
  readonly secret: Buffer;
  readonly by: string;
  readonly at: string;
};

/** Inserts a webhook; returns whether its id was free. */
export async function insertWebhook(
  transaction: Transaction,
  webhook: NewWebhook,
): Promise<boolean> {
  const rows = await transaction`
    insert into webhooks (id, portfolio_id, name, url, events, secret, created_by, created_at, version)
    values (${webhook.id}, ${webhook.portfolioId}, ${webhook.name}, ${webhook.url},
      ${webhook.events}, ${webhook.secret}, ${webhook.by}, ${webhook.at}, 1)
    on conflict (id) do nothing returning id`;
  return rows.length === 1;
}

/**
 * Counts the webhooks of a portfolio and locks the portfolio, so that parallel calls cannot both
 * take the last free place. Returns null if there is no such portfolio.
 */
export async function countWebhooks(
  transaction: Transaction,
  portfolioId: string,
): Promise<number | null> {
  const locked = await transaction`
    select from portfolios where id = ${portfolioId} for no key update`;
  if (locked.length === 0) return null;
  const rows = await transaction`
    select from webhooks where portfolio_id = ${portfolioId} and removed_at is null`;
  return rows.length;
}

export async function updateWebhook(
  transaction: Transaction,
  { id, name, url, events }: Pick<Webhook, 'id' | 'name' | 'url' | 'events'>,
): Promise<void> {
  await transaction`
    update webhooks set name = ${name}, url = ${url}, events = ${events}, version = version + 1
    where id = ${id}`;
}

/** Replaces the secret. Deliveries are signed with the former secret too until `until`. */
export async function replaceSecret(
  transaction: Transaction,
  { id, secret, until }: { readonly id: string; readonly secret: Buffer; readonly until: string },
): Promise<void> {
  await transaction`
    update webhooks set earlier_secret = secret, earlier_secret_until = ${until},
      secret = ${secret}, version = version + 1
    where id = ${id}`;
}

export type Pause = NonNullable<Webhook['pausedBecause']>;

/**
 * Pauses a webhook; if `because` is null, resumes it and resets its failures. Returns whether
 * anything changed.
 */
export async function setPause(
  transaction: Transaction,
  { id, because, at }: { readonly id: string; readonly because: Pause | null; readonly at: string },
): Promise<boolean> {
  const rows =
    because === null
      ? await transaction`
          update webhooks set paused_at = null, paused_because = null, failures = 0,
            failing_since = null
          where id = ${id} and paused_at is not null returning id`
      : await transaction`
          update webhooks set paused_at = ${at}, paused_because = ${because}
          where id = ${id} and paused_at is null and removed_at is null returning id`;
  return rows.length === 1;
}

export async function markRemoved(
  transaction: Transaction,
  { id, at }: { readonly id: string; readonly at: string },
): Promise<void> {
  await transaction`update webhooks set removed_at = ${at} where id = ${id}`;
}

export async function removeWebhooksOf(
  transaction: Transaction,
  { portfolioId, at }: { readonly portfolioId: string; readonly at: string },
): Promise<void> {
  await transaction`
    update webhooks set removed_at = ${at}
    where portfolio_id = ${portfolioId} and removed_at is null`;
}
