import { recordAudit } from '../../../platform/audit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { sendNotifications } from '../../access/notifications/send-notifications.ts';
import { claimDeliveries, endAttempt, type Claimed } from './deliveries.store.ts';
import { postWebhook, type PostResult } from './post-webhook.ts';
import { signedHeaders } from './sign-webhook.ts';
import type { AddressRule } from './webhook-address.ts';
import { webhookBody } from './webhook-body.ts';
import { setPause, type Pause } from './webhooks.store.ts';

export type Delivering = {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: SecretBox;
  readonly rule: AddressRule;
};

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * The waits between attempts, about 45 hours in all. Bursar gives up a delivery after the last
 * attempt.
 */
const waitsMs = [
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
] as const;
/**
 * Time after which a claimed delivery is due again. It is longer than an attempt can take, so that
 * no other process makes the same attempt at the same time.
 */
const CLAIM_MS = MINUTE_MS;
/** A webhook is paused after this many failures in a row over at least this time. */
const FAILURES_MAX = 20;
const FAILING_MS = 24 * HOUR_MS;
const GONE = 410;

/**
 * Sends the oldest due deliveries of a webhook in parallel and returns their number. An interrupted
 * delivery is repeated, so a receiver may get an event twice, with the same id.
 */
export async function deliverSome(delivering: Delivering, webhookId: string): Promise<number> {
  const { database, clock } = delivering;
  const now = clock.now();
  const claim = { webhookId, at: now.toISOString(), until: later(now, CLAIM_MS) };
  const claimed = await database.begin((transaction) => claimDeliveries(transaction, claim));
  const ended = await Promise.allSettled(claimed.map((one) => deliver(delivering, one)));
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return claimed.length;
}

async function deliver(
  { database, clock, secrets, rule }: Delivering,
  delivery: Claimed,
): Promise<void> {
  const { webhookId, attempts, claimedAt, event } = delivery;
  const result = await post(delivery, { secrets, rule, at: clock.now() });
  const now = clock.now();
  const wait = waitsMs[attempts - 1];
  await database.begin(async (transaction) => {
    const ended = await endAttempt(transaction, {
      ...(result === 'secret-lost' ? lostSecret : result),
      webhookId,
      eventId: event.id,
      attempts,
      claimedAt,
      nextAttemptAt: wait === undefined ? null : later(now, wait),
      at: now.toISOString(),
    });
    const because = ended && reasonToPause(result, { ...ended, now });
    if (because) await pause(transaction, delivery, { because, now });
  });
}

const lostSecret: PostResult = { status: null, answer: '', failure: 'secret-lost' };

async function post(
  { webhookId, url, secret, earlierSecret, event }: Claimed,
  { secrets, rule, at }: { secrets: SecretBox; rule: AddressRule; at: Date },
): Promise<PostResult | 'secret-lost'> {
  const opened = secrets.open(secret, webhookId);
  if (!opened) return 'secret-lost';
  const earlier = earlierSecret && secrets.open(earlierSecret, webhookId);
  const body = webhookBody(event);
  const headers = signedHeaders({ id: event.id, at, body }, earlier ? [opened, earlier] : [opened]);
  return postWebhook({ url: new URL(url), headers, body, rule });
}

type Failing = {
  readonly failures: number;
  readonly failingSince: string | null;
  readonly now: Date;
};

function reasonToPause(
  result: PostResult | 'secret-lost',
  { failures, failingSince, now }: Failing,
): Pause | null {
  if (result === 'secret-lost') return 'secret-lost';
  if (result.status === GONE) return 'gone';
  const isLong = failingSince !== null && now.getTime() - Date.parse(failingSince) >= FAILING_MS;
  return failures >= FAILURES_MAX && isLong ? 'failing' : null;
}

/**
 * Pauses a webhook and notifies the portfolio's managers and all administrators. Its events wait
 * until a user resumes the webhook.
 */
async function pause(
  transaction: Transaction,
  { webhookId, portfolioId, name }: Claimed,
  { because, now }: { because: Pause; now: Date },
): Promise<void> {
  const at = now.toISOString();
  if (!(await setPause(transaction, { id: webhookId, because, at }))) return;
  await recordAudit(transaction, {
    portfolioId,
    actorId: null,
    event: 'pause-webhook',
    subject: 'webhook',
    subjectId: webhookId,
    after: { name, reason: because },
    requestId: null,
    at: now,
  });
  const people = await transaction<{ id: string }[]>`
    select id from accounts where status = 'active'
      and (role = 'admin' or (role = 'user' and portfolio_id = ${portfolioId}))`;
  await sendNotifications(
    transaction,
    people.map(({ id }) => ({
      portfolioId,
      accountId: id,
      kind: 'notification',
      event: 'webhook-paused',
      senderId: null,
      subject: name,
      at,
    })),
  );
}

const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();
