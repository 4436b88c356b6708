import { useState } from 'react';

/** What an overlay shows or, while it closes, what it showed last: it slides out with its words. */
export function useLastShown<Shown>(shown: Shown | null): Shown | null {
  const [last, setLast] = useState(shown);
  // React takes a state set while drawing before it draws anything.
  if (shown !== null && shown !== last) setLast(shown);
  return shown ?? last;
}
