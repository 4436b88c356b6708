import { accountStatuses } from '@bursar/contracts/choices';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter, FilterOption } from '../../ui/filters/filter-values.ts';
import type { ExportAsked } from '../../ui/table/ExportMenu.tsx';
import { defaultTableState, type TableState, useListAddress } from '../../ui/table/table-state.ts';
import { sortTeams, teamFilterOf } from './team-question.ts';
import { teamsQuery, useExportTeams } from './teams.queries.ts';

/** The list’s question, kept in the address, and the answer to it. */
export function useTeamList(currency: string | null) {
  const address = useListAddress(useTeamFilters(currency), tableDefaults);
  const { state, values } = address;
  const asked = teamFilterOf(values);
  const query = useQuery(teamsQuery(asked));
  const exporting = useExportTeams(asked);
  const rows = useMemo(
    () => sortTeams(query.data?.teams ?? [], state.sort),
    [query.data, state.sort],
  );
  return {
    address,
    query,
    rows,
    save: (file: ExportAsked) => {
      if (!exporting.isPending) exporting.mutate(file);
    },
  };
}

export type TeamListState = ReturnType<typeof useTeamList>;

const tableDefaults: TableState = {
  ...defaultTableState,
  sort: { column: 'name', direction: 'asc' },
  pinned: ['name'],
};

/** Amounts are compared only where all of them are in one currency, once it is known. */
function useTeamFilters(currency: string | null): readonly Filter[] {
  const { t } = useTranslation('teams');
  return useMemo(() => {
    const choice = (
      id: 'desks' | 'agents' | 'over30',
      options: readonly FilterOption[],
    ): Filter => ({
      id,
      kind: 'choice',
      label: t(`column.${id}`),
      options,
    });
    const someOrNone = (id: 'agents' | 'over30') =>
      choice(id, [
        { value: 'some', label: t(`filter.${id}Some`) },
        { value: 'none', label: t(`filter.${id}None`) },
      ]);
    return [
      { id: 'q', kind: 'search', label: t('filter.search') },
      choice(
        'desks',
        accountStatuses.map((value) => ({ value, label: t(`deskStatus.${value}`) })),
      ),
      someOrNone('agents'),
      someOrNone('over30'),
      ...(currency
        ? [
            {
              id: 'outstanding',
              kind: 'amounts' as const,
              label: t('column.outstanding'),
              currency,
            },
          ]
        : []),
    ];
  }, [t, currency]);
}
