import { useEffect, useRef } from 'react';
import type { FieldProps } from './field.ts';

/**
 * Returns a function to report whether the field holds unreadable text. A field that is removed
 * reports that it holds none. When it gets a value that the user did not type, for example by a
 * quick pick, `forget` must drop the text, because it no longer belongs to the value.
 */
export function useUnreadableText(
  { onUnreadable }: Pick<FieldProps, 'onUnreadable'>,
  value: string | number | null,
  forget: () => void,
): (sentence: string | undefined) => void {
  const latest = useRef({ onUnreadable, forget });
  const isHeld = useRef(false);
  const isTyped = useRef(false);
  const seen = useRef(value);
  useEffect(() => {
    latest.current = { onUnreadable, forget };
    const isOther = value !== null && value !== seen.current && !isTyped.current;
    seen.current = value;
    isTyped.current = false;
    if (!isOther || !isHeld.current) return;
    isHeld.current = false;
    forget();
    onUnreadable?.(undefined);
  });
  useEffect(() => () => latest.current.onUnreadable?.(undefined), []);
  return (sentence) => {
    isHeld.current = sentence !== undefined;
    isTyped.current = true;
    onUnreadable?.(sentence);
  };
}
