import { startTransition, useEffect, useState } from 'react';

/**
 * Returns true from the frame after the first rows; set in a transition, so that it delays nothing.
 */
export function useArePainted(areThere: boolean): boolean {
  const [arePainted, setPainted] = useState(false);
  useEffect(() => {
    if (!areThere) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [areThere]);
  return arePainted;
}
