import { useEffect, useRef } from 'react';
import type { PointerEvent } from 'react';

/** In milliseconds: the mouse has to cross a gap between a button and what opens beside it. */
const grace = 150;

type Hover = { onEnter: () => void; onLeave: () => void };

/** Tells when a mouse comes to something and when it has left it for good. */
export function useHover({ onEnter, onLeave }: Hover) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onLeave);
  useEffect(() => {
    latest.current = onLeave;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      clearTimeout(timer.current);
      if (pointerType === 'mouse') onEnter();
    },
    onPointerLeave: () => {
      timer.current = setTimeout(() => latest.current(), grace);
    },
  };
}
