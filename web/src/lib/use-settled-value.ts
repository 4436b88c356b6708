import { useEffect, useMemo, useState } from 'react';

type Settling = {
  /** The record's id, such as a loan's. The first value of another record is returned at once. */
  readonly of: string;
  readonly afterMs: number;
};

/**
 * Returns a value that the user enters once it has not changed for some time; until then, the
 * earlier value. Values are compared as JSON: a component that builds its value while rendering
 * would otherwise wait and render again without end.
 */
export function useSettledValue<Value>(value: Value, { of, afterMs }: Settling): Value {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState({ of, text });
  const isSettled = settled.of === of && settled.text === text;
  useEffect(() => {
    if (isSettled) return undefined;
    const timer = setTimeout(() => setSettled({ of, text }), afterMs);
    return () => clearTimeout(timer);
  }, [isSettled, of, text, afterMs]);
  const shown = settled.of === of ? settled.text : text;
  // The text is that of a value of this type.
  return useMemo(() => JSON.parse(shown) as Value, [shown]);
}
