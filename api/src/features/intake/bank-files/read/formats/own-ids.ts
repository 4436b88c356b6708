import type { ReadLine } from '../bank-line.ts';

/**
 * Minimum length of a reference that identifies a payment; a shorter one may be a day or a counter.
 */
const ID_MIN = 8;

/**
 * Moves references that are short, or that different lines of an account share, to the mark: they
 * are not ids of the bank, and lines must not count as duplicates because of them.
 */
export function withOwnIds(lines: readonly ReadLine[], min = ID_MIN): readonly ReadLine[] {
  const rowOf = new Map<string, string>();
  const shared = new Set<string>();
  for (const { account, bankId, row } of lines) {
    const key = JSON.stringify([account, bankId]);
    if ((rowOf.get(key) ?? row) !== row) shared.add(key);
    rowOf.set(key, row);
  }
  return lines.map((line) => {
    const isShared = shared.has(JSON.stringify([line.account, line.bankId]));
    return isShared || line.bankId.length < min ? { ...line, bankId: '', mark: line.bankId } : line;
  });
}
