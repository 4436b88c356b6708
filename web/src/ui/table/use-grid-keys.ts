import {
  useEffect,
  useMemo,
  useRef,
  type ChangeEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from 'react-i18next';
import { showShortcuts } from '../shortcut/use-shortcut.ts';
import type { TablePartProps } from './DataTable.tsx';
import { nothingSelected } from './row-selection.ts';
import type { TableGridRow } from './use-grid-table.ts';

/**
 * The actions that a row can call; the object keeps its identity, so that unchanged rows do not
 * rerender.
 */
export type RowActions = {
  toggle: (index: number, event: ChangeEvent<HTMLInputElement>) => void;
  open: (index: number) => void;
  click: (index: number, event: MouseEvent<HTMLElement>) => void;
  /** A click on a row's link; opening it in another tab or window is left to the browser. */
  follow: (href: string, event: MouseEvent<HTMLElement>) => void;
  intend: (index: number) => void;
  activate: (index: number) => void;
};

type GridKeys<Row extends object> = TablePartProps<Row> & {
  active: number;
  setActive: (index: number) => void;
  scroller: RefObject<HTMLElement | null>;
  /** Scrolls a row into view. */
  reveal: (index: number) => void;
};

const inner = 'a, button, input, label, select, textarea, [role="menuitem"]';

/**
 * Handles the keys of a grid: arrow keys, J and K move, Space selects, Shift extends the selection,
 * Ctrl-A selects all loaded rows, Escape clears the selection, Enter opens.
 */
export function useGridKeys<Row extends object>(grid: GridKeys<Row>) {
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
    // A short list has no scroller: the page brings the row into view.
    row?.scrollIntoView({ block: 'nearest' });
  }, [active, scroller]);

  const actions = useRowActions(latest);

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
    // Keys pressed in the head, in a box or on a button are not for the grid.
    if (!(target instanceof HTMLElement) || target.dataset['index'] === undefined) return;
    const command = event.ctrlKey || event.metaKey;
    const next = command ? undefined : rowByKey(event.key, active, rows.length);
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

/**
 * Returns the actions of rows. They read the grid as last rendered, so they never change and rows
 * do not rerender.
 */
function useRowActions<Row extends object>(latest: RefObject<GridKeys<Row>>): RowActions {
  const navigate = useNavigate();
  return useMemo((): RowActions => {
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
        // Selecting text in a row must not open it.
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
  }, [latest, navigate]);
}

/** Returns the index to which a key moves, perhaps outside the list; undefined for other keys. */
function rowByKey(key: string, active: number, count: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: active + 1,
    j: active + 1,
    ArrowUp: active - 1,
    k: active - 1,
    PageDown: active + 10,
    PageUp: active - 10,
    Home: 0,
    End: count - 1,
  };
  return moves[key];
}

/** Toggles a row by key, like a click on its box. */
function toggleByKey<Row extends object>(
  row: TableGridRow<Row> | undefined,
  { shiftKey }: { shiftKey: boolean },
): void {
  row?.getToggleSelectedHandler()({ target: { checked: !row.getIsSelected() }, shiftKey });
}

type TableKeys = { canOpen: boolean; canSelect: boolean };

/** Lists the keys of rows and column heads on the shortcut sheet. */
export function useTableShortcuts({ canOpen, canSelect }: TableKeys): void {
  const { t } = useTranslation('ui');
  useEffect(
    () =>
      showShortcuts('list', [
        { keys: ['↓', 'J'], label: t('shortcuts.next') },
        { keys: ['↑', 'K'], label: t('shortcuts.previous') },
        ...(canOpen ? [{ keys: ['Enter'], label: t('shortcuts.open') }] : []),
        ...(canSelect
          ? [
              { keys: ['Space'], label: t('shortcuts.select') },
              { keys: ['Shift+↓'], label: t('shortcuts.extend') },
              { keys: ['Ctrl+A'], label: t('shortcuts.selectShown') },
              { keys: ['Esc'], label: t('shortcuts.clear') },
            ]
          : []),
        { keys: [`Alt+${t('shortcuts.endArrow')}`], label: t('shortcuts.widen') },
        { keys: [`Alt+Shift+${t('shortcuts.endArrow')}`], label: t('shortcuts.move') },
      ]),
    [t, canOpen, canSelect],
  );
}
