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
  /** How the answer stands: `listLoadOf(query)` or `pagedLoadOf(query)`. */
  load: {
    status: DataTableProps<Row>['status'];
    failure: ErrorStateProps | null;
    paging?: TablePaging;
  };
  /** Stands in place of the rows where nothing filters them and there are none: an `EmptyState`. */
  none: ReactNode;
  /** What is said where the filters leave nothing. */
  noMatch: string;
  /** Stands at the end of the filters: the reader’s views of the list. */
  views?: ReactNode;
};

/** A list whose question is the page’s address: filters, rows, and a word where there are none. */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { address, load, none, noMatch, views, ...table } = props;
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
        <FilterBar filters={address.filters} values={address.values} onChange={address.setValues}>
          {views}
        </FilterBar>
      }
    />
  );
}
