import {
  changeWebhook as changeContract,
  createWebhook as createContract,
  listWebhookDeliveries,
  listWebhooks as listContract,
  pauseWebhook as pauseContract,
  removeWebhook as removeContract,
  replayWebhook as replayContract,
  replayWebhookDelivery as replayDeliveryContract,
  rotateWebhookSecret as rotateContract,
} from '@bursar/contracts/control/webhooks';
import { DELIVERY_DAYS } from '@bursar/contracts/control/webhooks.values';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { repeat, repeatAsJob } from '../../../platform/repeat.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { whileListening } from '../../../platform/while-listening.ts';
import {
  changeWebhook,
  createWebhook,
  inScopeOf,
  pauseWebhook,
  removeWebhook,
  rotateWebhookSecret,
} from './change-webhooks.ts';
import { listDeliveries, removeOldDeliveries } from './deliveries.store.ts';
import { openDispatch } from './dispatch-webhooks.ts';
import { replayWebhook, replayWebhookDelivery } from './replay-webhooks.ts';
import type { AddressRule } from './webhook-address.ts';
import { findWebhook, listWebhooks } from './webhooks.store.ts';

const DELIVER_EVERY_MS = 3_000;
const CLEAN_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

type Options = { readonly secrets: SecretBox; readonly webhookAddresses: AddressRule };

export function bindWebhookRoutes(platform: Platform, options: Options): void {
  const { database, clock } = platform;
  const { secrets, webhookAddresses: rule } = options;
  const office = { database, secrets, rule };
  deliverWhileListening(platform, options);

  bindEndpoint(platform, listContract, async ({ session: { scope }, context: { now } }) =>
    succeed({ webhooks: await listWebhooks(database, { scope, now }) }),
  );

  bindEndpoint(platform, createContract, ({ body, context }) =>
    createWebhook(office, body, context),
  );

  bindEndpoint(platform, changeContract, ({ params, body, context }) =>
    changeWebhook(office, { ...params, ...body }, context),
  );

  bindEndpoint(platform, rotateContract, ({ params, body, context }) =>
    rotateWebhookSecret(office, { ...params, ...body }, context),
  );

  bindEndpoint(platform, pauseContract, ({ params, body, context }) =>
    pauseWebhook(office, { ...params, ...body }, context),
  );

  bindEndpoint(platform, removeContract, ({ params, context }) =>
    removeWebhook(office, params.webhookId, context),
  );

  bindEndpoint(platform, listWebhookDeliveries, async ({ params, query, context }) => {
    const webhook = await findWebhook(database, inScopeOf(params.webhookId, context));
    if (!webhook) return refuse('not_found');
    return succeed(await listDeliveries(database, { ...params, ...query }));
  });

  bindEndpoint(platform, replayDeliveryContract, ({ params, context }) =>
    replayWebhookDelivery(database, params, context),
  );

  bindEndpoint(platform, replayContract, ({ params, body, context }) =>
    replayWebhook(database, { ...params, ...body }, context),
  );

  repeatAsJob(platform, {
    everyMs: CLEAN_EVERY_MS,
    run: () => {
      const before = new Date(clock.now().getTime() - DELIVERY_DAYS * DAY_MS).toISOString();
      return database.begin((transaction) => removeOldDeliveries(transaction, before));
    },
    onFailure: (error) => platform.app.log.warn({ err: error }, 'old deliveries wait for removal'),
  });
}

/**
 * Delivers webhooks while the server listens, unless its role is `api`. Several processes share the
 * work, because each claims the deliveries that it sends.
 */
function deliverWhileListening(
  { app, database, clock, role }: Platform,
  { secrets, webhookAddresses: rule }: Options,
): void {
  if (role === 'api') return;
  const onFailure = (error: unknown) => app.log.warn({ err: error }, 'webhook delivery waits');
  whileListening(app, () => {
    const dispatch = openDispatch({ database, clock, secrets, rule }, onFailure);
    const repeated = repeat({ everyMs: DELIVER_EVERY_MS, run: dispatch.begin, onFailure });
    return {
      stop: async () => {
        dispatch.stop();
        await repeated.stop();
        await dispatch.ended();
      },
    };
  });
}
