/** A list as the reader wants it again: its filters, its order and its columns, as an address. */
export type SavedView = { name: string; search: string };

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The views saved in this browser for a list; what is garbled there counts as none. */
export function readViews(store: Store, list: string): readonly SavedView[] {
  try {
    const kept: unknown = JSON.parse(store.getItem(keyOf(list)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isView) : [];
  } catch {
    return [];
  }
}

/** Saves a view under its name; a view of that name gives way. */
export function saveView(store: Store, list: string, view: SavedView): readonly SavedView[] {
  const others = readViews(store, list).filter(({ name }) => name !== view.name);
  return keep(store, list, [...others, view]);
}

export function removeView(store: Store, list: string, name: string): readonly SavedView[] {
  return keep(
    store,
    list,
    readViews(store, list).filter((view) => view.name !== name),
  );
}

function keep(store: Store, list: string, views: readonly SavedView[]): readonly SavedView[] {
  if (views.length === 0) store.removeItem(keyOf(list));
  else store.setItem(keyOf(list), JSON.stringify(views));
  return views;
}

function keyOf(list: string): string {
  return `views:${list}`;
}

function isView(value: unknown): value is SavedView {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    'search' in value &&
    typeof value.name === 'string' &&
    typeof value.search === 'string'
  );
}
