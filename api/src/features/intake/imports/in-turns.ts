import { setImmediate as giveTurn } from 'node:timers/promises';

/** How long work on rows goes on before others have their turn: calls, and rows for the database. */
const TURN_MS = 5;

/** Hands out one item after another, and lets others have their turn in between. */
export async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let turnBegan = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - turnBegan < TURN_MS) continue;
    await giveTurn();
    turnBegan = performance.now();
  }
}
