import { useState } from 'react';
import type { Pages } from '../../../ui/table/NextPage.tsx';

const firstRows = 8;

/**
 * The first rows of a list on a dashboard until the user asks for more, because other parts follow
 * below it.
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
