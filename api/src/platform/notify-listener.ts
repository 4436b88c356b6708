import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { openDirectConnection, schemaOf, type Database } from './database.ts';
import { nameFor } from './postgres/lender-names.ts';

const BEAT_MS = 500;
/**
 * Cached data is used only if a heartbeat proved the connection within this time, because a
 * connection can break unnoticed.
 */
const HEALTHY_MS = 1_000;
/** A connection that is silent for this long is reopened. */
const SILENT_MS = 5_000;

type Log = { warn(object: object, text: string): void };

type Subscription = {
  /** The channel that the database's triggers notify at commit. */
  readonly channel: string;
  readonly onNotify: (payload: string) => void;
  /** Called when notifications may have been missed. */
  readonly onGap: () => void;
};

export type NotifyListener = {
  /** Returns a check that all notifications up to a second ago were received. */
  readonly subscribe: (subscription: Subscription) => () => boolean;
  readonly stop: () => Promise<void>;
};

type ActiveSubscription = Subscription & { healthyAt: number };

/**
 * Listens to the database's notifications of changes: docs/decisions/0019. Each heartbeat that
 * returns on a channel proves that all earlier notifications arrived. The listener connects on
 * first use.
 */
export function openNotifyListener(database: Database, log: Log): NotifyListener {
  const subscriptions: ActiveSubscription[] = [];
  const self = randomUUID();
  let openedAt = 0;
  let line: { client: postgres.Sql; timer: NodeJS.Timeout } | null = null;
  let isWarned = false;

  function onNotify(subscription: ActiveSubscription, payload: string): void {
    const [, sender, sentAt] = /^beat (\S+) (\S+)$/.exec(payload) ?? [];
    if (sender === undefined) return subscription.onNotify(payload);
    if (sender !== self) return undefined;
    subscription.healthyAt = Number(sentAt);
    isWarned = false;
    return undefined;
  }

  /** Warns once per outage, not once per heartbeat. */
  function warn(error: unknown): void {
    if (!isWarned)
      log.warn({ err: error }, 'caching is off until change notifications arrive again');
    isWarned = true;
  }

  function open(): postgres.Sql {
    openedAt = performance.now();
    // The pool of this client stays empty; only its listener connects.
    const client = openDirectConnection(database);
    for (const subscription of subscriptions) {
      // Notifications from before the connection, or from an outage, are lost; `onGap` handles
      // that.
      client
        .listen(
          nameFor(schemaOf(database), subscription.channel),
          (payload) => onNotify(subscription, payload),
          subscription.onGap,
        )
        .catch(warn);
    }
    return client;
  }

  function beat(): void {
    const now = performance.now();
    for (const { channel } of subscriptions) {
      database.notify(nameFor(schemaOf(database), channel), `beat ${self} ${now}`).catch(warn);
    }
    const healthyAt = Math.min(...subscriptions.map((subscription) => subscription.healthyAt));
    if (!line || now - Math.max(healthyAt, openedAt) < SILENT_MS) return;
    const silent = line.client;
    line = { ...line, client: open() };
    silent.end({ timeout: 0 }).catch(warn);
  }

  function listen(): void {
    line = { client: open(), timer: setInterval(beat, BEAT_MS) };
    line.timer.unref();
  }

  return {
    subscribe: (subscription) => {
      const active = { ...subscription, healthyAt: Number.NEGATIVE_INFINITY };
      subscriptions.push(active);
      return () => {
        if (!line) listen();
        return performance.now() - active.healthyAt < HEALTHY_MS;
      };
    },
    stop: async () => {
      if (!line) return;
      clearInterval(line.timer);
      await line.client.end({ timeout: 0 });
    },
  };
}
