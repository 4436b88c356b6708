import { z } from 'zod';
import { isStorable } from './sent-values.ts';

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

/** What a list may be sorted by, and so what its cursors hold. */
const cursors = {
  day: cursorOf(z.iso.date().regex(/^(?!0000)/)),
  instant: cursorOf(z.iso.datetime().regex(/^(?!0000)/)),
  integer: cursorOf(z.int()),
  decimal: cursorOf(z.string().regex(/^-?\d{1,20}(\.\d{1,20})?$/)),
  text: cursorOf(z.string().refine(isStorable)),
};

function cursorOf(value: z.ZodType<Cursor['value']>) {
  return z.tuple([value, z.guid()]);
}

/**
 * A cursor that was not made here, or for a list sorted by something else, reads as none: the list
 * then starts at its beginning.
 */
export function readCursor(text: string | undefined, kind: keyof typeof cursors): Cursor | null {
  if (!text) return null;
  const parsed = cursors[kind].safeParse(decode(text));
  if (!parsed.success) return null;
  const [value, id] = parsed.data;
  return { value, id };
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
}
