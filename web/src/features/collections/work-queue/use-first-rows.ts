import { useState } from 'react';
import type { Pages } from '../../../ui/table/MoreRows.tsx';

const firstRows = 8;

/**
 * Returns only the first rows of a dashboard list until the user asks for more, so that the parts
 * below the list stay in reach.
 */
export function useFirstRows<Row>(rows: readonly Row[], pages: Pages) {
  const [isWhole, setWhole] = useState(false);
  if (isWhole || rows.length <= firstRows) return { rows, pages };
  const more: Pages = {
    hasNextPage: true,
    isFetchingNextPage: false,
    fetchNextPage: () => setWhole(true),
  };
  return { rows: rows.slice(0, firstRows), pages: more };
}
