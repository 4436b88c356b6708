import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import { FilterBar } from '../filters/FilterBar.tsx';
import { EmptyState } from '../page/EmptyState.tsx';
import { ErrorState, type ErrorStateProps } from '../page/ErrorState.tsx';
import { DataTable, type DataTableProps, type TablePaging } from './DataTable.tsx';
import type { ListAddress } from './table-state.ts';

type Framed = 'state' | 'onStateChange' | 'status' | 'empty' | 'error' | 'paging' | 'toolbar';

export type ListTableProps<Row extends object> = Omit<DataTableProps<Row>, Framed> & {
  address: ListAddress;
  /** The state of the query: `listLoadOf(query)` or `pagedLoadOf(query)`. */
  load: {
    status: DataTableProps<Row>['status'];
    failure: ErrorStateProps | null;
    paging?: TablePaging;
  };
  /** Shown instead of rows if the list is empty without any filter: an `EmptyState`. */
  none: ReactNode;
  /** The text if no row matches the filters. */
  noMatch: string;
};

/** A list whose query is in the page's address: filters, rows, and a text if there are none. */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { address, load, none, noMatch, ...table } = props;
  const { t } = useTranslation('ui');
  const clear = () => address.setValues({});
  return (
    <DataTable<Row>
      {...table}
      state={address.state}
      onStateChange={address.setState}
      status={load.status}
      {...(load.paging && { paging: load.paging })}
      empty={
        address.isFiltered ? (
          <EmptyState
            title={noMatch}
            hint={t('filters.takeAway')}
            action={<Button onClick={clear}>{t('filters.clearThem')}</Button>}
          />
        ) : (
          none
        )
      }
      error={load.failure && <ErrorState safe={t('filters.kept')} {...load.failure} />}
      toolbar={
        // A list without any row has nothing to filter.
        table.rows.length > 0 || load.status !== 'ready' || address.isFiltered ? (
          <FilterBar
            filters={address.filters}
            values={address.values}
            onChange={address.setValues}
          />
        ) : undefined
      }
    />
  );
}
