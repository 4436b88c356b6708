import { useLayoutEffect, useRef, useState } from 'react';

type Shown = { readonly opened?: boolean; readonly draftName?: string };

/** One opening of a form. A form with a draft is the same form again when it opens for that draft. */
type Turn = { readonly count: number; readonly draftName: string | undefined };

/**
 * Tells the openings of a form apart: a form may close, or show another record, before the answer
 * to what it sent arrives.
 */
export function useFormTurns({ opened = true, draftName }: Shown) {
  const [count, setCount] = useState(0);
  const [unanswered, setUnanswered] = useState<readonly Turn[]>([]);
  const shown: Turn = { count, draftName };
  const current = useRef<Turn | null>(null);
  useLayoutEffect(() => {
    current.current = opened ? { count, draftName } : null;
    return () => {
      current.current = null;
    };
  }, [opened, count, draftName]);
  return {
    begin: () => setCount((now) => now + 1),
    /** True while everything that was sent belongs to another opening. */
    isOfOthers: unanswered.length > 0 && !unanswered.some((one) => isSame(one, shown)),
    isUnanswered: unanswered.length > 0,
    /** Returns the opening that the form shows now, to follow it until the form is answered. */
    note: () => ({
      isOpen: () => current.current !== null && isSame(current.current, shown),
      send: () => setUnanswered((now) => [...now, shown]),
      answer: () => setUnanswered((now) => now.filter((one) => one !== shown)),
    }),
  };
}

function isSame(one: Turn, other: Turn): boolean {
  if (one.draftName !== other.draftName) return false;
  return one.draftName !== undefined || one.count === other.count;
}
