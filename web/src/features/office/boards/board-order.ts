/** The cards of each column, in their order, by id. */
export type Order = Readonly<Record<string, readonly string[]>>;

export function orderOf(
  columns: readonly { readonly id: string }[],
  cards: readonly { readonly id: string; readonly columnId: string }[],
): Order {
  return Object.fromEntries(
    columns.map(({ id }) => [
      id,
      cards.filter(({ columnId }) => columnId === id).map((card) => card.id),
    ]),
  );
}

/** The column that a card is in, or the column of that id. */
export function columnOf(order: Order, id: string): string | undefined {
  return id in order ? id : Object.keys(order).find((column) => order[column]?.includes(id));
}

/**
 * With a card where it was put: at the place of the card that it is over, or at the end of the
 * column that it is over. Within its own column the others make room towards where it came from.
 */
export function moved(order: Order, cardId: string, overId: string): Order {
  const from = columnOf(order, cardId);
  const to = columnOf(order, overId);
  if (from === undefined || to === undefined || cardId === overId) return order;
  const rest = (order[to] ?? []).filter((id) => id !== cardId);
  // In a list that is full of itself: over its own column a card stays where it is.
  if (overId === to && from === to) return order;
  const place = overId === to ? rest.length : (order[to] ?? []).indexOf(overId);
  const there = [...rest.slice(0, place), cardId, ...rest.slice(place)];
  const left = (order[from] ?? []).filter((id) => id !== cardId);
  return { ...order, [from]: left, [to]: there };
}

/** Where a card stands: its column, and the card that it is behind. */
export function placeIn(order: Order, cardId: string) {
  const columnId = columnOf(order, cardId);
  if (columnId === undefined) return null;
  const cards = order[columnId] ?? [];
  return { columnId, afterId: cards[cards.indexOf(cardId) - 1] ?? null };
}
