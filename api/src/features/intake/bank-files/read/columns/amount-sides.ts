import { sideMeant, type Side } from '../bank-terms.ts';

/** Separates a direction, such as "Cr", "Dr", "DB", "D" or "S", from the amount in a cell. */
export function withoutSide(cell: string): { readonly text: string; readonly side: Side | null } {
  const text = cell.trim();
  const [, number = '', word = ''] =
    /^(.*\p{Nd}.*?)\s*\(?(?<!\p{L})(\p{L}+)\.?\)?$/u.exec(text) ?? [];
  const after = sideMeant(word);
  if (after !== null) return { text: number.trim(), side: after };
  const [, start = '', rest = ''] = /^(cr|dr|db)\.?\s*(.*\d.*)$/i.exec(text) ?? [];
  const before = sideMeant(start);
  return before === null ? { text, side: null } : { text: rest.trim(), side: before };
}
