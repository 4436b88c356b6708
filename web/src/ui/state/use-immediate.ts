import { useState } from 'react';

/**
 * A value that lives in the address, shown as asked for at once. The router writes the address in
 * a transition, and a box that is ticked must not wait for the list behind it. Whatever the
 * address comes to hold next is what counts.
 */
export function useImmediate<Value>(
  value: Value,
  onChange: (next: Value) => void,
): readonly [Value, (next: Value) => void] {
  const [asked, setAsked] = useState<{ next: Value; from: string } | null>(null);
  const held = JSON.stringify(value);
  if (asked !== null && asked.from !== held) setAsked(null);
  const change = (next: Value) => {
    setAsked({ next, from: held });
    onChange(next);
  };
  return [asked !== null && asked.from === held ? asked.next : value, change];
}
