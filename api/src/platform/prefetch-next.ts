/**
 * Fetches the next item while the caller uses the current one, and closes the source however the
 * loop ends.
 */
export async function* prefetchNext<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let next = items.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = items.next();
      // If using the current item fails, no one awaits the next; this prevents an unhandled
      // rejection.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    // A source that reads by a cursor would otherwise hold its connection forever.
    await items.return(undefined);
  }
}
