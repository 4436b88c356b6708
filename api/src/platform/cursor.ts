/** A key-set page's end: the sort value of its last row and that row's id. */
export type Cursor = { readonly value: string | number; readonly id: string };

/** A page out of one row more than it holds: that row only tells that there are further ones. */
export function pageOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  { limit, valueOf }: { limit: number; valueOf: (row: Row) => Cursor['value'] },
): { readonly page: Row[]; readonly nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const goesOn = rows.length > limit && last;
  return {
    page,
    nextCursor: goesOn ? writeCursor({ value: valueOf(last), id: last.id }) : null,
  };
}

export function writeCursor({ value, id }: Cursor): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url');
}

/** A cursor that was not made here reads as none: the list then starts at its beginning. */
export function readCursor(text: string | undefined): Cursor | null {
  if (!text) return null;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(parsed)) return null;
    const [value, id]: unknown[] = parsed;
    const usable = typeof value === 'string' || typeof value === 'number';
    return usable && typeof id === 'string' && uuidPattern.test(id) ? { value, id } : null;
  } catch {
    return null;
  }
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
