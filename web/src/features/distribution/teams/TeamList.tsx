import { accountStatuses } from '@bursar/contracts/choices';
import type { TeamRow } from '@bursar/contracts/distribution/teams';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { listLoadOf } from '../../../lib/page-load.ts';
import type { Filter, FilterOption } from '../../../ui/filters/filter-values.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { CountLine } from '../../../ui/page/CountLine.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import type { ExportAsked } from '../../../ui/table/ExportMenu.tsx';
import { ListTable } from '../../../ui/table/ListTable.tsx';
import {
  defaultTableState,
  type TableState,
  useListAddress,
} from '../../../ui/table/table-state.ts';
import { teamColumns, teamSums, teamSumsToCome } from './team-columns.tsx';
import { sortTeams, teamFilterOf } from './team-question.ts';
import { teamsQuery, useExportTeams } from './teams.queries.ts';
import { isHighShare } from '../people/LateLoans.tsx';

type TeamListProps = {
  /** Selects the translations: `list.<textKey>.title` and so on. */
  readonly textKey: 'teams' | 'allTeams';
  /** The currency of the list, empty until it is known; null if it differs between rows. */
  readonly currency: string | null;
  /** The page that a row opens: the team's own, or its agents. */
  readonly hrefOf: (teamId: string) => string;
  /** The link to create a team. */
  readonly action?: ReactNode;
  /** Called when the user is about to open a row, to prefetch its page. */
  readonly onIntent: () => void;
};

/** A list of teams with their desks, agents and loans. */
export function TeamList({ textKey, currency, hrefOf, action, onIntent }: TeamListProps) {
  const { t } = useTranslation('teams');
  const format = useFormat();
  const { address, query, rows, save } = useTeamList(currency);
  const hasSeveral = new Set(rows.map((team) => team.portfolio.id)).size > 1;
  const portfolio = textKey !== 'allTeams' ? 'none' : hasSeveral ? 'shown' : 'hidden';
  const columns = useMemo(() => teamColumns(t, { portfolio, currency }), [t, portfolio, currency]);
  const title = t(`list.${textKey}.title`);
  const count = query.data?.teams.length;
  const counted = count === undefined ? null : { count, figure: format.count(count) };
  return (
    <>
      <PageHeader
        title={title}
        description={
          <CountLine
            text={
              counted
                ? t(address.isFiltered ? 'list.matching' : `list.${textKey}.count`, counted)
                : undefined
            }
            failed={query.isError}
          />
        }
        actions={action}
      />
      <ListTable<TeamRow>
        address={address}
        load={listLoadOf(query)}
        label={title}
        columns={columns}
        rows={rows}
        rowId={(team) => team.id}
        rowName={(team) => team.name}
        rowHref={(team) => hrefOf(team.id)}
        onRowIntent={onIntent}
        card={(team) => <TeamCard team={team} />}
        none={
          <EmptyState
            title={t(`list.${textKey}.empty`)}
            hint={t(`list.${textKey}.emptyHint`)}
            action={action}
          />
        }
        noMatch={t('list.noMatch')}
        matchCount={count}
        sums={
          rows.length > 0 ? teamSums(rows, { withCurrency: currency === null }) : teamSumsToCome
        }
        onExport={save}
      />
    </>
  );
}

/** A team as a card, for narrow screens. */
function TeamCard({ team }: { team: TeamRow }) {
  const { t } = useTranslation('teams');
  const format = useFormat();
  const counted = (textKey: 'agents' | 'loans' | 'over30', count: number) =>
    t(`card.${textKey}`, { count, figure: format.count(count) });
  return (
    <Box flow="grid" as="span" columns="minmax(0, 1fr) auto" lines={1} gap={3}>
      <Text as="span" weight="medium" clip>
        <bdi>{team.name}</bdi>
      </Text>
      <Box as="span" text="end">
        <Money amountMinor={team.outstandingMinor} currency={team.currency} />
      </Box>
      <Box flow="row" as="span" lines={1} gap={3} align="stretch" tone="muted" size="table" across>
        <span>{counted('agents', team.agents)}</span>
        <span>{counted('loans', team.activeLoans)}</span>
        {team.over30Loans > 0 && (
          <Text
            as="span"
            {...(isHighShare({ late: team.over30Loans, of: team.activeLoans }) && { tone: 'late' })}
          >
            {counted('over30', team.over30Loans)}
          </Text>
        )}
      </Box>
    </Box>
  );
}

/** Keeps the list’s filters in the address and loads the matching teams. */
function useTeamList(currency: string | null) {
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

const tableDefaults: TableState = {
  ...defaultTableState,
  sort: { column: 'name', direction: 'asc' },
  pinned: ['name'],
};

/**
 * Returns the list's filters. The filter by amount exists only if all teams share one currency,
 * which is empty until the session is known.
 */
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
      ...(currency !== null
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
