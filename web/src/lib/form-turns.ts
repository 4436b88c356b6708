import { useLayoutEffect, useRef, useState } from 'react';

type Shown = { readonly opened?: boolean; readonly draftName?: string };

/**
 * One opening of a form. If the form has a draft, every opening with that draft counts as the same
 * one.
 */
type Turn = { readonly count: number; readonly draftName: string | undefined };

/**
 * Distinguishes the openings of a form: the form may close, or show another record, before the
 * answer to a request of an earlier opening arrives.
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
    /** True if requests are unanswered and none of them was sent by the current opening. */
    isOfOthers: unanswered.length > 0 && !unanswered.some((one) => isSame(one, shown)),
    isUnanswered: unanswered.length > 0,
    /**
     * Returns the current opening, with functions to follow its request until the answer arrives.
     */
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
