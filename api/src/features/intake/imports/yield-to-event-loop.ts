import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

export { yieldToEventLoop };

/** Work on rows runs for this long before requests and database writes can run. */
const SLICE_MS = 5;

/** Yields items one after another, and lets other work run in between. */
export async function* yieldingToEventLoop<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let sliceStartedAt = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - sliceStartedAt < SLICE_MS) continue;
    await yieldToEventLoop();
    sliceStartedAt = performance.now();
  }
}

/** Maps items as `Array.map` does, and lets other work run in between. */
export async function mapYielding<Item, Result>(
  items: readonly Item[],
  resultOf: (item: Item, at: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for await (const item of yieldingToEventLoop(items)) results.push(resultOf(item, results.length));
  return results;
}
