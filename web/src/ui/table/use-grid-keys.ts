import { useEffect, useMemo, useRef } from 'react';
import type { ChangeEvent, KeyboardEvent, MouseEvent, RefObject } from 'react';
import { useNavigate } from 'react-router';
import type { TablePartProps } from './DataTable.tsx';
import { nothingSelected } from './row-selection.ts';
import type { TableGridRow } from './use-grid-table.ts';

/** What a row can ask for; the object stays the same, so that unchanged rows need no new drawing. */
export type RowActions = {
  toggle: (index: number, event: ChangeEvent<HTMLInputElement>) => void;
  open: (index: number) => void;
  click: (index: number, event: MouseEvent<HTMLElement>) => void;
  /** A click on the link of a row: another tab or window is the browser's own affair. */
  follow: (href: string, event: MouseEvent<HTMLElement>) => void;
  intend: (index: number) => void;
  activate: (index: number) => void;
};

type GridKeys<Row extends object> = TablePartProps<Row> & {
  active: number;
  setActive: (index: number) => void;
  scroller: RefObject<HTMLElement | null>;
  /** Scrolls a row into sight. */
  reveal: (index: number) => void;
};

const inner = 'a, button, input, label, select, textarea, [role="menuitem"]';

/** Arrow keys, J and K move; Space selects, Shift extends, Ctrl-A takes all shown; Enter opens. */
export function useGridKeys<Row extends object>(grid: GridKeys<Row>) {
  const navigate = useNavigate();
  const latest = useRef(grid);
  const focusWanted = useRef(false);
  const { active, scroller } = grid;

  useEffect(() => {
    latest.current = grid;
  });
  useEffect(() => {
    if (!focusWanted.current) return;
    focusWanted.current = false;
    const row = scroller.current?.querySelector<HTMLElement>(`tr[data-index="${active}"]`);
    row?.focus({ preventScroll: true });
  }, [active, scroller]);

  const actions = useMemo((): RowActions => {
    const rowAt = (index: number) => latest.current.table.getRowModel().rows[index];
    const open = (index: number) => {
      const row = rowAt(index)?.original;
      if (row === undefined) return;
      const { onRowOpen, rowHref } = latest.current;
      if (onRowOpen) onRowOpen(row);
      else if (rowHref) void navigate(rowHref(row));
    };
    return {
      open,
      toggle: (index, event) => rowAt(index)?.getToggleSelectedHandler()(event),
      click: (index, event) => {
        const { target } = event;
        const isInner = target instanceof Element && target.closest(inner) !== null;
        // Whoever marks a figure to copy it does not want to leave.
        if (!isInner && getSelection()?.isCollapsed !== false) open(index);
      },
      follow: (href, event) => {
        const { button, altKey, ctrlKey, metaKey, shiftKey } = event;
        if (button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return;
        event.preventDefault();
        void navigate(href);
      },
      intend: (index) => {
        const row = rowAt(index)?.original;
        if (row !== undefined) latest.current.onRowIntent?.(row);
      },
      activate: (index) => latest.current.setActive(index),
    };
  }, [navigate]);

  const { rows } = grid.table.getRowModel();

  const moveTo = (index: number, extend: boolean) => {
    const { table, reveal, setActive } = grid;
    const next = Math.min(Math.max(index, 0), rows.length - 1);
    if (rows[next] === undefined) return;
    if (extend) {
      const between = rows.slice(Math.min(active, next), Math.max(active, next) + 1);
      const picked = between.filter((row) => row.getCanSelect()).map(({ id }) => [id, true]);
      table.setRowSelection((known) => ({ ...known, ...Object.fromEntries(picked) }));
    }
    focusWanted.current = next !== active;
    setActive(next);
    reveal(next);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event;
    // A key pressed in the head, in a box or on a button belongs to that.
    if (!(target instanceof HTMLElement) || target.dataset['index'] === undefined) return;
    const command = event.ctrlKey || event.metaKey;
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      j: active + 1,
      ArrowUp: active - 1,
      k: active - 1,
      PageDown: active + 10,
      PageUp: active - 10,
      Home: 0,
      End: rows.length - 1,
    };
    const next = command ? undefined : moves[event.key];
    if (next !== undefined) moveTo(next, event.shiftKey);
    else if (event.key === ' ') toggleByKey(rows[active], event);
    else if (event.key === 'Enter') actions.open(active);
    else if (command && event.key === 'a') grid.table.toggleAllRowsSelected(true);
    else if (event.key === 'Escape' && grid.onSelectionChange)
      grid.onSelectionChange(nothingSelected);
    else return;
    event.preventDefault();
  };

  return { actions, onKeyDown };
}

/** A box tells of its click; a key stands for one. */
function toggleByKey<Row extends object>(
  row: TableGridRow<Row> | undefined,
  { shiftKey }: { shiftKey: boolean },
): void {
  row?.getToggleSelectedHandler()({ target: { checked: !row.getIsSelected() }, shiftKey });
}
