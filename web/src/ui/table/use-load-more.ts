import { useEffect } from 'react';
import type { TablePaging } from './DataTable.tsx';

/** Fetches the next rows as the reader comes near the last one, once at a time. */
export function useLoadMore(paging: TablePaging | undefined, isNearEnd: boolean): void {
  const endless = paging?.kind === 'endless' ? paging : undefined;
  const wanted = isNearEnd && endless?.hasMore === true && !endless.loadingMore;
  const onMore = endless?.onMore;
  useEffect(() => {
    if (wanted) onMore?.();
  }, [wanted, onMore]);
}
