import { useState } from 'react';

/**
 * Returns a value that is stored in the URL, and a function that changes it. A change shows at
 * once: the router writes the URL in a transition, and a ticked box must not wait for the list
 * behind it. The next value from the URL replaces the changed one.
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
