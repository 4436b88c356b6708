import { setImmediate as giveTurn } from 'node:timers/promises';

/** Work on rows runs for this long before requests and database writes get a turn. */
const TURN_MS = 5;

/** Yields items one after another, and gives other work a turn in between. */
export async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let turnBegan = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - turnBegan < TURN_MS) continue;
    await giveTurn();
    turnBegan = performance.now();
  }
}
