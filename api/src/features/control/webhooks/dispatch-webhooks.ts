import { deliverSome, type Delivering } from './deliver-webhooks.ts';
import { listDueWebhooks } from './deliveries.store.ts';

/**
 * Maximum number of webhooks to which one process sends at the same time, each with a few parallel
 * calls.
 */
const AT_ONCE = 40;
/**
 * Time after which a turn makes no further calls, so that a receiver that does not answer makes
 * room for other webhooks.
 */
const TURN_MS = 10_000;

export type Dispatch = {
  /**
   * Begins turns for webhooks that have due deliveries and no turn yet, up to `AT_ONCE` turns in
   * all. Does not wait for their end.
   */
  readonly begin: () => Promise<void>;
  /** Ends every turn after its current calls, and begins no further one. */
  readonly stop: () => void;
  /** Resolves when no turn is left, with the number of delivery attempts so far. */
  readonly ended: () => Promise<number>;
};

/** Sends to each webhook in its own turn, so that a slow receiver does not hold up the others. */
export function openDispatch(
  delivering: Delivering,
  onFailure: (error: unknown) => void,
): Dispatch {
  const { database, clock } = delivering;
  const turns = new Map<string, Promise<void>>();
  let sent = 0;
  const stopped = new AbortController();

  async function takeTurn(webhookId: string): Promise<void> {
    const until = performance.now() + TURN_MS;
    let count: number;
    do {
      count = await deliverSome(delivering, webhookId);
      sent += count;
    } while (count > 0 && !stopped.signal.aborted && performance.now() < until);
  }

  async function begin(): Promise<void> {
    const limit = AT_ONCE - turns.size;
    if (stopped.signal.aborted || limit <= 0) return;
    const at = clock.now().toISOString();
    for (const id of await listDueWebhooks(database, { at, except: [...turns.keys()], limit })) {
      const turn = takeTurn(id).catch(onFailure);
      turns.set(
        id,
        turn.finally(() => turns.delete(id)),
      );
    }
  }

  async function ended(): Promise<number> {
    while (turns.size > 0) await Promise.all(turns.values());
    return sent;
  }

  return {
    begin,
    ended,
    stop: () => stopped.abort(),
  };
}
