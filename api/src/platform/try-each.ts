/**
 * Runs the work for each item in turn, also after it failed for one. Throws the error at the end;
 * several errors are thrown as one `AggregateError`.
 */
export async function tryEach<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 1) throw new AggregateError(failures, 'several steps failed');
  if (failures.length > 0) throw failures[0];
}
