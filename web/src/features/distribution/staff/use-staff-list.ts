import { accountStatuses } from '@bursar/contracts/choices';
import { roles } from '@bursar/contracts/roles';
import { staffColumnIds } from '@bursar/contracts/list-columns';
import type { StaffRow } from '@bursar/contracts/distribution/staff';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Filter, FilterOption } from '../../../ui/filters/filter-values.ts';
import { withChosen } from '../../../ui/filters/with-chosen.ts';
import type { ExportAsked } from '../../../ui/table/ExportMenu.tsx';
import type { RowSelection } from '../../../ui/table/row-selection.ts';
import {
  defaultTableState,
  type TableState,
  useListAddress,
} from '../../../ui/table/table-state.ts';
import { staffFilterOf, staffSortOf } from './staff-list-question.ts';
import type { StaffListConfig } from './staff-lists.ts';
import { staffListQuery, useExportStaff } from './staff.queries.ts';

type ListOptions = {
  readonly config: StaffListConfig;
  /** Teams as filter options; undefined while they load, and for a list without a team filter. */
  readonly teams: readonly FilterOption[] | undefined;
};

/** Keeps a list’s filters in the address and loads the matching accounts. */
export function useStaffList({ config, teams }: ListOptions) {
  const [search] = useSearchParams();
  const filters = useStaffFilters({ config, teams }, search.get('team'));
  const address = useListAddress(filters, tableDefaults);
  const filter = staffFilterOf(config.role, address.values);
  const asked = { ...filter, ...staffSortOf(address.state.sort) };
  const query = useInfiniteQuery(staffListQuery(asked));
  const exporting = useExportStaff();
  const rows = useMemo<readonly StaffRow[]>(
    () => query.data?.pages.flatMap((page) => page.rows) ?? [],
    [query.data],
  );
  return {
    address,
    query,
    rows,
    sums: query.data?.pages.at(-1)?.sums,
    /** The filters without the sort order: a selection belongs to its filters. */
    filterKey: JSON.stringify(filter),
    save: ({ format, columns, selection }: ExportAsked) => {
      if (exporting.isPending) return;
      exporting.mutate({
        format,
        ...asked,
        ...exportedOf(selection),
        columns: columns.flatMap((shown) => staffColumnIds.filter((id) => id === shown)),
      });
    },
  };
}

/**
 * Returns the selected accounts as the server takes them. After "select all that match", the server
 * finds the accounts, because the list may have loaded only some of them.
 */
function exportedOf(selection: RowSelection | null) {
  if (!selection) return {};
  return selection.kind === 'some'
    ? { accountIds: [...selection.ids] }
    : { exceptAccountIds: [...selection.except] };
}

export type StaffListState = ReturnType<typeof useStaffList>;

const tableDefaults: TableState = {
  ...defaultTableState,
  sort: { column: 'name', direction: 'asc' },
  pinned: ['name'],
};

/** The filters of a list, in the order of its chips. */
function useStaffFilters(
  { config, teams }: ListOptions,
  chosenTeam: string | null,
): readonly Filter[] {
  const { t } = useTranslation(['staff', 'app']);
  return useMemo(() => {
    const choice = (id: string, label: string, options: readonly FilterOption[]): Filter => ({
      id,
      kind: 'choice',
      label,
      options,
    });
    const optionsOf = (values: readonly string[], prefix: string) =>
      values.map((value) => ({ value, label: t(`${prefix}.${value}`) }));
    const teamOptions = withChosen(teams, { chosen: chosenTeam, missing: t('filter.otherTeam') });
    const has = (column: 'role' | 'team') => config.columns.some((one) => one === column);
    return [
      { id: 'q', kind: 'search', label: t('filter.search'), placeholder: t('filter.searchHint') },
      ...(has('role') ? [choice('role', t('column.role'), optionsOf(roles, 'app:role'))] : []),
      choice('status', t('column.status'), optionsOf(accountStatuses, 'status')),
      ...(has('team') ? [choice('team', t('column.team'), teamOptions)] : []),
    ];
  }, [t, config, teams, chosenTeam]);
}
