import { useState } from 'react';

/** Which fields of a form hold something that cannot be read: they are not empty, though they hand on nothing. */
export function useUnreadable() {
  const [fields, setFields] = useState<readonly string[]>([]);
  return {
    has: (field: string) => fields.includes(field),
    /** The `onReadable` of a field. */
    track: (field: string) => (isReadable: boolean) =>
      setFields((now) => {
        const others = now.filter((other) => other !== field);
        return isReadable ? others : [...others, field];
      }),
  };
}

export type Unreadable = ReturnType<typeof useUnreadable>;
