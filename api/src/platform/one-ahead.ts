/** Makes the next item while the one before is used; closes its source however the use ends. */
export async function* oneAhead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let next = items.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = items.next();
      // Where using this one fails, nobody asks for the next.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    // Left open, a source that reads by a cursor would keep its connection for good.
    await items.return(undefined);
  }
}
