import { useEffect, useRef } from 'react';
import type { FieldProps } from './field.ts';

/**
 * Returns a function with which a field reports that its text is unreadable, or undefined once it
 * is readable. When the field is removed, this hook reports undefined. When the field gets a value
 * that the user did not type, for example from a quick pick, the hook also calls `forget`, which
 * must drop the unreadable text.
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
