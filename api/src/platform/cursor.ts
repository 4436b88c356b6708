import { z } from 'zod';
import { isStorable } from '@bursar/contracts/sent-values';

/** A key-set page's end: the sort value of its last row and that row's id. */
export type Cursor = { readonly value: string | number; readonly id: string };

type Value = Cursor['value'];

/** A page out of one row more than it holds: that row only tells that there are further ones. */
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

/** What a list may be sorted by, and so what its cursors hold. */
const sorted = {
  day: z.iso.date().regex(/^(?!0000)/),
  instant: z.iso.datetime().regex(/^(?!0000)/),
  integer: z.int(),
  decimal: z.string().regex(/^-?\d{1,20}(\.\d{1,20})?$/),
  text: z.string().refine(isStorable),
} satisfies Readonly<Record<string, z.ZodType<Value>>>;
type SortedKind = keyof typeof sorted;

/**
 * A cursor that was not made here, or for a list sorted by something else, reads as none: the list
 * then starts at its beginning.
 */
export function readCursor(text: string | undefined, kind: SortedKind): Cursor | null {
  const found = readCursorOf(text, [kind]);
  const [value] = found?.values ?? [];
  return found && value !== undefined ? { value, id: found.id } : null;
}

/** The same of a list sorted by several columns: a value for each, in their order. */
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
