import { startTransition, useEffect, useState } from 'react';
import type { ReactNode } from 'react';

type AfterPaintProps = {
  readonly children: ReactNode;
  /** Shown until the content is rendered, to reserve its space. */
  readonly fallback?: ReactNode;
};

/**
 * Renders less important content after the rest of the page has been painted. A lazy component
 * would start to load during rendering and delay the page's figures.
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
