import { isDeepStrictEqual } from 'node:util';
import type {
  ChangeWebhook,
  CreateWebhook,
  PauseWebhook,
  RemoveWebhook,
  RotateWebhookSecret,
  Webhook,
} from '@bursar/contracts/control/webhooks';
import { SECRET_OVERLAP_HOURS, WEBHOOK_URL_MAX } from '@bursar/contracts/control/webhooks.values';
import type { AuditEventName } from '@bursar/contracts/control/audit-events';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { ownedId } from '../../../platform/owned-id.ts';
import { runsPortfolio } from '../../../platform/scope.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { newWebhookSecret, writtenSecret } from './sign-webhook.ts';
import { isForbiddenHost, parseWebhookUrl, type AddressRule } from './webhook-address.ts';
import {
  countWebhooks,
  findWebhook,
  insertWebhook,
  lockWebhook,
  markRemoved,
  replaceSecret,
  setPause,
  updateWebhook,
} from './webhooks.store.ts';

/** The parts of the server that commands on webhooks use. */
export type WebhookOffice = {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly rule: AddressRule;
};

const WEBHOOKS_MAX = 20;
const HOUR_MS = 3_600_000;

type Sent = Pick<InputOf<CreateWebhook>['body'], 'name' | 'url' | 'events'>;

/**
 * Checks the settings without a DNS look-up. Each delivery looks the host up and checks its
 * addresses.
 */
function checkSettings({ name: sentName, url: text, events }: Sent, rule: AddressRule) {
  const name = sentName.trim();
  if (name === '') return refuse('name_missing', { field: 'name' });
  const url = parseWebhookUrl(text.trim(), rule);
  if (!url || url.href.length > WEBHOOK_URL_MAX) {
    return refuse('webhook_address_invalid', { field: 'url' });
  }
  if (isForbiddenHost(url, rule)) {
    return refuse('webhook_address_forbidden', { field: 'url', details: { host: url.hostname } });
  }
  return succeed({ name, url: url.href, events: events && [...new Set(events)].toSorted() });
}

export async function createWebhook(
  { database, secrets, rule }: WebhookOffice,
  { id: sentId, portfolioId, ...sent }: InputOf<CreateWebhook>['body'],
  context: CommandContext,
): Promise<Outcome<AnswerOf<CreateWebhook>, FailureOf<CreateWebhook>>> {
  const { scope, account } = context.session;
  if (!runsPortfolio(scope, portfolioId)) return refuse('not_found');
  const checked = checkSettings(sent, rule);
  if (!checked.ok) return checked;
  const id = ownedId(portfolioId, sentId);
  return database.begin(async (transaction) => {
    const count = await countWebhooks(transaction, portfolioId);
    if (count === null) return refuse('not_found');
    if (count >= WEBHOOKS_MAX) {
      return refuse('webhooks_full', { details: { limit: WEBHOOKS_MAX } });
    }
    const secret = newWebhookSecret();
    const isNew = await insertWebhook(transaction, {
      ...checked.value,
      id,
      portfolioId,
      secret: secrets.seal(secret, id),
      by: account.id,
      at: context.now.toISOString(),
    });
    if (!isNew) return refuse('webhook_already_made');
    const webhook = await readBack(transaction, id, context);
    await audit(transaction, context, {
      event: 'create-webhook',
      webhook,
      after: factsOf(webhook),
    });
    return succeed({ webhook, secret: writtenSecret(secret) });
  });
}

export function changeWebhook(
  { database, rule }: WebhookOffice,
  {
    webhookId,
    version,
    ...sent
  }: InputOf<ChangeWebhook>['params'] & InputOf<ChangeWebhook>['body'],
  context: CommandContext,
): Promise<Outcome<AnswerOf<ChangeWebhook>, FailureOf<ChangeWebhook>>> {
  return database.begin(async (transaction) => {
    const before = await lockWebhook(transaction, inScopeOf(webhookId, context));
    if (!before) return refuse('not_found');
    const checked = checkSettings(sent, rule);
    if (!checked.ok) return checked;
    // A repeated call, whose first answer was lost, finds the values that it sent before.
    if (isDeepStrictEqual(checked.value, settingsOf(before))) return succeed(before);
    if (before.version !== version) return refuse('changed_since');
    await updateWebhook(transaction, { ...checked.value, id: before.id });
    const webhook = await readBack(transaction, before.id, context);
    await audit(transaction, context, {
      event: 'change-webhook',
      webhook,
      before: factsOf(before),
      after: {
        ...factsOf(checked.value),
        ...(before.url !== checked.value.url && { urlChanged: 'true' }),
      },
    });
    return succeed(webhook);
  });
}

export function rotateWebhookSecret(
  { database, secrets }: WebhookOffice,
  { webhookId, version }: { readonly webhookId: string; readonly version: number },
  context: CommandContext,
): Promise<Outcome<AnswerOf<RotateWebhookSecret>, FailureOf<RotateWebhookSecret>>> {
  return database.begin(async (transaction) => {
    const before = await lockWebhook(transaction, inScopeOf(webhookId, context));
    if (!before) return refuse('not_found');
    // Refuse a repeated call, because it would end the overlap period of the secret that receivers
    // know.
    if (before.version !== version) return refuse('changed_since');
    const secret = newWebhookSecret();
    await replaceSecret(transaction, {
      id: webhookId,
      secret: secrets.seal(secret, webhookId),
      until: new Date(context.now.getTime() + SECRET_OVERLAP_HOURS * HOUR_MS).toISOString(),
    });
    const webhook = await readBack(transaction, webhookId, context);
    await audit(transaction, context, { event: 'rotate-webhook-secret', webhook });
    return succeed({ webhook, secret: writtenSecret(secret) });
  });
}

export function pauseWebhook(
  { database }: WebhookOffice,
  { webhookId, state }: { readonly webhookId: string; readonly state: Webhook['state'] },
  context: CommandContext,
): Promise<Outcome<AnswerOf<PauseWebhook>, FailureOf<PauseWebhook>>> {
  return database.begin(async (transaction) => {
    const before = await lockWebhook(transaction, inScopeOf(webhookId, context));
    if (!before) return refuse('not_found');
    const because = state === 'paused' ? 'by-hand' : null;
    const at = context.now.toISOString();
    if (!(await setPause(transaction, { id: webhookId, because, at }))) return succeed(before);
    const webhook = await readBack(transaction, webhookId, context);
    const event = state === 'paused' ? 'pause-webhook' : 'resume-webhook';
    await audit(transaction, context, { event, webhook });
    return succeed(webhook);
  });
}

export function removeWebhook(
  { database }: WebhookOffice,
  webhookId: string,
  context: CommandContext,
): Promise<Outcome<AnswerOf<RemoveWebhook>, FailureOf<RemoveWebhook>>> {
  return database.begin(async (transaction) => {
    const webhook = await lockWebhook(transaction, inScopeOf(webhookId, context));
    if (!webhook) return refuse('not_found');
    await markRemoved(transaction, { id: webhookId, at: context.now.toISOString() });
    await audit(transaction, context, { event: 'remove-webhook', webhook });
    return succeed({ removed: true });
  });
}

export const inScopeOf = (webhookId: string, { session, now }: CommandContext) => ({
  webhookId,
  scope: session.scope,
  now,
});

type Audited = {
  readonly event: AuditEventName;
  readonly webhook: Webhook;
  readonly before?: ReturnType<typeof factsOf>;
  readonly after?: Readonly<Record<string, string | number | null>>;
};

export function audit(
  transaction: Transaction,
  context: CommandContext,
  { event, webhook, before, after }: Audited,
): Promise<void> {
  return auditCommand(transaction, context, {
    portfolioId: webhook.portfolio.id,
    event,
    subject: 'webhook',
    subjectId: webhook.id,
    ...(before && { before }),
    after: { name: webhook.name, ...after },
  });
}

const settingsOf = ({ name, url, events }: Webhook) => ({ name, url, events });

/**
 * Returns the values for the audit trail. The path and the query of an address can hold a key, so
 * only its origin is included.
 */
const factsOf = ({ name, url, events }: Pick<Webhook, 'name' | 'url' | 'events'>) => ({
  name,
  url: new URL(url).origin,
  events: events && events.join(', '),
});

async function readBack(
  transaction: Transaction,
  webhookId: string,
  context: CommandContext,
): Promise<Webhook> {
  const webhook = await findWebhook(transaction, inScopeOf(webhookId, context));
  if (!webhook) throw new Error(`webhook ${webhookId} was written but is missing`);
  return webhook;
}
