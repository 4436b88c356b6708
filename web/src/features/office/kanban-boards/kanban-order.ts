/** The ids of each column's cards, in order. */
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

/** Returns the column that contains a card, or the column with that id. */
export function columnOf(order: Order, id: string): string | undefined {
  return id in order ? id : Object.keys(order).find((column) => order[column]?.includes(id));
}

/**
 * Returns the order after a card is dropped on another card or on a column: the dropped card takes
 * the position of that card, or the end of that column.
 */
export function moved(order: Order, cardId: string, overId: string): Order {
  const from = columnOf(order, cardId);
  const to = columnOf(order, overId);
  if (from === undefined || to === undefined || cardId === overId) return order;
  const rest = (order[to] ?? []).filter((id) => id !== cardId);
  // A card dragged over the free space of its own column keeps its position.
  if (overId === to && from === to) return order;
  const place = overId === to ? rest.length : (order[to] ?? []).indexOf(overId);
  const there = [...rest.slice(0, place), cardId, ...rest.slice(place)];
  const left = (order[from] ?? []).filter((id) => id !== cardId);
  return { ...order, [from]: left, [to]: there };
}

/**
 * Returns a card's column and the card before it (null for the first card), or null if no column
 * contains the card.
 */
export function placeIn(order: Order, cardId: string) {
  const columnId = columnOf(order, cardId);
  if (columnId === undefined) return null;
  const cards = order[columnId] ?? [];
  return { columnId, afterId: cards[cards.indexOf(cardId) - 1] ?? null };
}
