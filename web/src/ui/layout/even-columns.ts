/**
 * Returns the number of columns that leaves the fewest places of the last row empty, the first of
 * the given ones if several do. With 5, 4 or 3 columns to choose from, 6 items have 3. If there are
 * fewer items than every choice, each has its own column.
 */
export function evenColumns(count: number, choices: readonly number[]): number {
  const possible = choices.filter((columns) => columns <= count);
  const emptyPlaces = (columns: number) => (columns - (count % columns)) % columns;
  const [best = Math.max(count, 1)] = possible.toSorted(
    (left, right) => emptyPlaces(left) - emptyPlaces(right),
  );
  return best;
}
