import type { BorrowerRow } from '@bursar/contracts/records/borrower-lists';
import { useMemo, useState } from 'react';
import { nothingSelected, selectRows, type RowSelection } from '../../ui/table/row-selection.ts';

/** The selection of a table: its first two rows until the user selects others. */
export function useTwoSelected(rows: readonly BorrowerRow[]) {
  const [chosen, setChosen] = useState<RowSelection | null>(null);
  const firstTwo = useMemo(() => {
    const ids = rows.slice(0, 2).map(({ id }) => id);
    return selectRows(nothingSelected, ids, true);
  }, [rows]);
  return [chosen ?? firstTwo, setChosen] as const;
}
