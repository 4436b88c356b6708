import { useState } from 'react';
import type { PointerEvent } from 'react';
import { clampWidth } from './columns.ts';
import type { TableState } from './table-state.ts';

export type ColumnResize = {
  /** Widths set by hand, the one being dragged included. */
  widths: Readonly<Record<string, number>>;
  /** Begins to drag a column's edge. */
  start: (event: PointerEvent<HTMLElement>, column: { id: string; pixels: number }) => void;
  setWidth: (id: string, pixels: number) => void;
};

/** Widths follow the pointer at once, but reach the page's address only when it lets go. */
export function useColumnResize(
  state: TableState,
  onStateChange: (next: TableState) => void,
): ColumnResize {
  const [dragged, setDragged] = useState<Readonly<Record<string, number>>>({});
  const setWidth = (id: string, pixels: number) =>
    onStateChange({ ...state, widths: { ...state.widths, [id]: clampWidth(pixels) } });

  const start: ColumnResize['start'] = (event, column) => {
    const edge = event.currentTarget;
    const from = event.clientX;
    const sign = getComputedStyle(edge).direction === 'rtl' ? -1 : 1;
    let pixels = column.pixels;
    event.preventDefault();
    edge.setPointerCapture(event.pointerId);
    const stop = new AbortController();
    const follow = (move: globalThis.PointerEvent) => {
      pixels = clampWidth(column.pixels + sign * (move.clientX - from));
      setDragged({ [column.id]: pixels });
    };
    const finish = () => {
      stop.abort();
      setDragged({});
      setWidth(column.id, pixels);
    };
    edge.addEventListener('pointermove', follow, { signal: stop.signal });
    edge.addEventListener('lostpointercapture', finish, { signal: stop.signal });
  };

  return { widths: { ...state.widths, ...dragged }, start, setWidth };
}
