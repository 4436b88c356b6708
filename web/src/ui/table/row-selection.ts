/**
 * The selected rows of a server's list: some by id, or all matching rows with exceptions. A bulk
 * command can send the second kind, so that 4,213 rows need not be loaded first.
 */
export type RowSelection =
  | { kind: 'some'; ids: ReadonlySet<string> }
  | { kind: 'all'; except: ReadonlySet<string> };

export const nothingSelected: RowSelection = { kind: 'some', ids: new Set() };

export const allMatchingSelected: RowSelection = { kind: 'all', except: new Set() };

export function isRowSelected(selection: RowSelection, id: string): boolean {
  return selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id);
}

/** Returns the number of selected rows if `matchCount` rows match the filter. */
export function selectedCount(selection: RowSelection, matchCount: number): number {
  return selection.kind === 'some' ? selection.ids.size : matchCount - selection.except.size;
}

/**
 * Selects or unselects rows by id; with all matching rows selected, unselecting adds exceptions.
 */
export function selectRows(
  selection: RowSelection,
  ids: readonly string[],
  selected: boolean,
): RowSelection {
  const isAll = selection.kind === 'all';
  const next = new Set(isAll ? selection.except : selection.ids);
  for (const id of ids) {
    if (selected === isAll) next.delete(id);
    else next.add(id);
  }
  return isAll ? { kind: 'all', except: next } : { kind: 'some', ids: next };
}
