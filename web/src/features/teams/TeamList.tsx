import type { TeamRow } from '@bursar/contracts/teams';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ApiFailure } from '../../lib/api-client.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { Button } from '../../ui/button/Button.tsx';
import { FilterBar } from '../../ui/filters/FilterBar.tsx';
import { filtersFromSearch, filtersToSearch } from '../../ui/filters/filter-values.ts';
import type { Filter, FilterValues } from '../../ui/filters/filter-values.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Skeleton } from '../../ui/page/Skeleton.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import {
  defaultTableState,
  tableStateFromSearch,
  tableStateToSearch,
} from '../../ui/table/table-state.ts';
import type { TableState } from '../../ui/table/table-state.ts';
import { teamColumns, teamSums } from './team-columns.tsx';
import { sortTeams } from './team-order.ts';
import { teamsQuery, useExportTeams } from './teams.queries.ts';
import { TeamCard } from './TeamCard.tsx';

type TeamListProps = {
  /** Its words: `list.<words>.title` and the like. */
  readonly words: 'teams' | 'allTeams';
  /** The one currency of the list; null where rows differ. */
  readonly currency: string | null;
  /** Where a team leads to: its own page, or its agents. */
  readonly hrefOf: (teamId: string) => string;
  /** The way to a new team. */
  readonly action?: ReactNode;
  /** A row is about to be opened: time to fetch the page that opening it needs. */
  readonly onIntent: () => void;
};

/** Teams with their desks, agents and what they hold. */
export function TeamList({ words, currency, hrefOf, action, onIntent }: TeamListProps) {
  const { t } = useTranslation('teams');
  const list = useTeamList();
  const { query, rows } = list;
  const columns = useMemo(
    () => teamColumns(t, { withPortfolio: words === 'allTeams', currency }),
    [t, words, currency],
  );
  const title = t(`list.${words}.title`);
  return (
    <>
      <PageHeader
        title={title}
        description={<TeamCount list={list} words={words} />}
        actions={action}
      />
      <DataTable<TeamRow>
        label={title}
        columns={columns}
        rows={rows}
        rowId={(team) => team.id}
        rowName={(team) => team.name}
        rowHref={(team) => hrefOf(team.id)}
        onRowIntent={onIntent}
        card={(team) => <TeamCard team={team} />}
        state={list.state}
        onStateChange={list.setState}
        status={statusOf(query)}
        empty={<NoTeams list={list} words={words} action={action} />}
        error={<ListFailed query={query} />}
        matchCount={query.data?.teams.length}
        sums={rows.length > 0 ? teamSums(rows) : {}}
        onExport={list.save}
        toolbar={
          <FilterBar filters={list.filters} values={list.values} onChange={list.setValues} />
        }
      />
    </>
  );
}

/** The list’s question, kept in the address, and the answer to it. */
function useTeamList() {
  const { t } = useTranslation('teams');
  const [search, setSearch] = useSearchParams();
  const filters = useMemo<readonly Filter[]>(
    () => [{ id: 'q', kind: 'search', label: t('filter.search') }],
    [t],
  );
  const state = useMemo(() => tableStateFromSearch(search, tableDefaults), [search]);
  const values = useMemo(() => filtersFromSearch(filters, search), [filters, search]);
  const sought = typeof values['q'] === 'string' ? values['q'] : undefined;
  const query = useQuery(teamsQuery(sought));
  const exporting = useExportTeams(sought);
  const rows = useMemo(
    () => sortTeams(query.data?.teams ?? [], state.sort),
    [query.data, state.sort],
  );
  return {
    query,
    rows,
    state,
    setState: (next: TableState) =>
      setSearch(tableStateToSearch(next, search, tableDefaults), quietly),
    filters,
    values,
    setValues: (next: FilterValues) => setSearch(filtersToSearch(filters, next, search), quietly),
    save: (format: 'csv' | 'xlsx') => {
      if (!exporting.isPending) exporting.mutate(format);
    },
    isFiltered: sought !== undefined,
  };
}

type TeamListState = ReturnType<typeof useTeamList>;

const tableDefaults: TableState = {
  ...defaultTableState,
  sort: { column: 'name', direction: 'asc' },
  pinned: ['name'],
};

/** The page before stays one step back, and the list where it was scrolled to. */
const quietly = { replace: true, preventScrollReset: true } as const;

type Shown = { readonly list: TeamListState; readonly words: TeamListProps['words'] };

function TeamCount({ list, words }: Shown) {
  const { t } = useTranslation('teams');
  const format = useFormat();
  const count = list.query.data?.teams.length;
  if (count !== undefined) {
    const counted = { count, figure: format.count(count) };
    return <>{t(list.isFiltered ? 'list.matching' : `list.${words}.count`, counted)}</>;
  }
  return list.query.isError ? null : <Skeleton width="16rem" height="1.25rem" />;
}

function NoTeams({ list, words, action }: Shown & { readonly action: ReactNode }) {
  const { t } = useTranslation('teams');
  if (list.isFiltered) {
    return (
      <EmptyState
        title={t('list.noMatch')}
        hint={t('list.noMatchHint')}
        action={<Button onClick={() => list.setValues({})}>{t('list.clearFilters')}</Button>}
      />
    );
  }
  return (
    <EmptyState
      title={t(`list.${words}.empty`)}
      hint={t(`list.${words}.emptyHint`)}
      action={action}
    />
  );
}

function ListFailed({ query }: { query: TeamListState['query'] }) {
  const { t } = useTranslation('teams');
  const { error } = query;
  return (
    <ErrorState
      title={failureSentence(error)}
      safe={t('list.failedSafe')}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
      requestId={error instanceof ApiFailure ? error.requestId : undefined}
    />
  );
}

function statusOf({ status, isPlaceholderData, isFetching }: TeamListState['query']) {
  if (status === 'pending') return 'loading';
  if (status === 'error') return 'failed';
  return isPlaceholderData && isFetching ? 'refreshing' : 'ready';
}
