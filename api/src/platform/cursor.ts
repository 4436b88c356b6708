import { z } from 'zod';
import { isStorable } from '@bursar/contracts/sent-values';

/** The end of a key-set page: the sort value and the id of its last row. */
export type Cursor = { readonly value: string | number; readonly id: string };

type Value = Cursor['value'];

/**
 * Builds a page from rows read with one extra; the extra row only shows that a next page exists.
 */
export function pageOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  { limit, valueOf }: { limit: number; valueOf: (row: Row) => Value | readonly Value[] },
): { readonly page: Row[]; readonly nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const goesOn = rows.length > limit && last;
  return { page, nextCursor: goesOn ? encode([valueOf(last), last.id].flat()) : null };
}

export function writeCursor({ value, id }: Cursor): string {
  return encode([value, id]);
}

function encode(parts: readonly Value[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** The types that a list can be sorted by and that its cursors hold. */
const sorted = {
  day: z.iso.date().regex(/^(?!0000)/),
  instant: z.iso.datetime().regex(/^(?!0000)/),
  integer: z.int(),
  decimal: z.string().regex(/^-?\d{1,20}(\.\d{1,20})?$/),
  text: z.string().refine(isStorable),
} satisfies Readonly<Record<string, z.ZodType<Value>>>;
type SortedKind = keyof typeof sorted;

/**
 * Reads a cursor. An invalid cursor, or one with a value of another type, reads as null, so the
 * list starts at its beginning.
 */
export function readCursor(text: string | undefined, kind: SortedKind): Cursor | null {
  const found = readCursorOf(text, [kind]);
  const [value] = found?.values ?? [];
  return found && value !== undefined ? { value, id: found.id } : null;
}

/** Reads a cursor for a list sorted by several columns, with one value for each in order. */
export function readCursorOf(
  text: string | undefined,
  kinds: readonly SortedKind[],
): { readonly values: readonly Value[]; readonly id: string } | null {
  if (!text) return null;
  const parts = z
    .array(z.unknown())
    .length(kinds.length + 1)
    .safeParse(decode(text));
  const id = z.guid().safeParse(parts.data?.at(-1));
  const values = kinds.map((kind, at) => sorted[kind].safeParse(parts.data?.[at]));
  if (!id.success || !values.every((value) => value.success)) return null;
  return { values: values.map(({ data }) => data), id: id.data };
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
}
