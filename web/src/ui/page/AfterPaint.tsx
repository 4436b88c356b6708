import { startTransition, useEffect, useState } from 'react';
import type { ReactNode } from 'react';

type AfterPaintProps = {
  readonly children: ReactNode;
  /** Keeps the room meanwhile. */
  readonly fallback?: ReactNode;
};

/**
 * Draws what can wait once all that appears with it is painted. A lazy part begins to load while
 * React still renders, and its code would race the figures beside it to the screen.
 */
export function AfterPaint({ children, fallback = null }: AfterPaintProps) {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setIsPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted ? children : fallback;
}
