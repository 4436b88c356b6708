import type { CallKind, CallRecords } from '@bursar/contracts/collections/call-centres';
import { callCentreRoles, callStates } from '@bursar/contracts/choices';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { pagedLoadOf } from '../../../lib/page-load.ts';
import { useSession } from '../../../lib/session.ts';
import { CreateLink } from '../../../ui/button/CreateButton.tsx';
import type { Filter, FilterOption, FilterValues } from '../../../ui/filters/filter-values.ts';
import { withChosen } from '../../../ui/filters/with-chosen.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { CountLine } from '../../../ui/page/CountLine.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Reserved } from '../../../ui/page/Reserved.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import type { Column } from '../../../ui/table/columns.ts';
import { CardLine } from '../../../ui/table/CardLine.tsx';
import { ListTable } from '../../../ui/table/ListTable.tsx';
import {
  defaultTableState,
  type TableState,
  useListAddress,
} from '../../../ui/table/table-state.ts';
import {
  currentRecordsQuery,
  recordsQuery,
  useMayEdit,
  type CallQuestion,
} from './call-centres.queries.ts';
import { recordColumns, recordPaths } from './record-columns.tsx';

/** The list of one kind of record, with search, filters and links to open or create one. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- rows and columns are of the one kind
export function RecordList<K extends CallKind>({ kind }: { readonly kind: K }) {
  const { t } = useTranslation('call-centres');
  const format = useFormat();
  const isAdmin = useSession()?.role === 'admin';
  const address = useListAddress(useRecordFilters(kind), tableDefaults);
  const query = useInfiniteQuery(recordsQuery(kind, questionOf(address.values)));
  const rows = useMemo<readonly CallRecords[K][]>(
    () => query.data?.pages.flatMap((page) => page.rows) ?? [],
    [query.data],
  );
  const columns = useMemo<readonly RecordColumn<CallRecords[K]>[]>(
    () =>
      recordColumns[kind](t, format).map((column) => ({
        ...column,
        header: t(`column.${column.id}`),
        // Only an administrator sees several portfolios.
        ...(column.id === 'portfolio' && { hidden: !isAdmin }),
      })),
    [kind, t, format, isAdmin],
  );
  const count = query.data?.pages.at(-1)?.count;
  const counted = count === undefined ? null : { count, figure: format.count(count) };
  // A person may be a member of several centres; people are counted once all rows are loaded.
  const people = new Set(rows.map((row) => ('accountId' in row ? row.accountId : row.id))).size;
  const withPeople = (text: string) =>
    rows.length === count && people < count
      ? t('member.ofPeople', { text, count: people, people: format.count(people) })
      : text;
  const title = t(`${kind}.list`);
  const action = <CreateRecordLink kind={kind} />;
  return (
    <>
      <PageHeader
        title={title}
        description={
          <CountLine
            text={
              counted
                ? withPeople(t(address.isFiltered ? 'list.matching' : `${kind}.count`, counted))
                : undefined
            }
            failed={query.isError}
          />
        }
        actions={action}
      />
      <ListTable<CallRecords[K]>
        address={address}
        load={pagedLoadOf(query)}
        label={title}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        rowHref={(row) => recordPaths[kind].open(row.id)}
        cardLines={2}
        card={(row) => <RecordCard row={row} columns={columns} />}
        none={
          <EmptyState title={t(`${kind}.empty`)} hint={t(`${kind}.emptyHint`)} action={action} />
        }
        noMatch={t('list.noMatch')}
        matchCount={count}
      />
    </>
  );
}

type RecordColumn<Row> = Column<Row> & {
  readonly onCard?: 'line' | 'end';
  readonly cardText?: (row: Row) => ReactNode;
};

/**
 * A record as a card, for narrow screens: its name and its most important columns, up to two of them
 * at the end of the lines.
 */
function RecordCard<Row extends { readonly name: string }>(props: {
  readonly row: Row;
  readonly columns: readonly RecordColumn<Row>[];
}) {
  const { row, columns } = props;
  const valuesOf = (place: 'line' | 'end') =>
    columns
      .filter(({ onCard }) => onCard === place)
      .map(({ id, cell, cardText = cell }) => <span key={id}>{cardText(row)}</span>);
  const [first, second] = valuesOf('end');
  return (
    <Stack as="span" gap={1}>
      <Row as="span" justify="between" wrap={false}>
        <Text as="bdi" weight="medium" clip>
          {row.name}
        </Text>
        {first && (
          <Box as="span" tone="muted" size="table" fixed>
            {first}
          </Box>
        )}
      </Row>
      <Row as="span" justify="between" lines={0} tone="muted" size="table">
        <CardLine>{valuesOf('line')}</CardLine>
        {second}
      </Row>
    </Stack>
  );
}

/**
 * The link to create a record, if the user may. Its space is reserved while the permission loads,
 * and stays reserved if the user may not, so that the list on a phone does not move.
 */
function CreateRecordLink({ kind }: { readonly kind: CallKind }) {
  const { t } = useTranslation('call-centres');
  const mayEdit = useMayEdit(kind);
  const [isReserved] = useState(mayEdit === null);
  const link = <CreateLink to={recordPaths[kind].create}>{t(`${kind}.submit`)}</CreateLink>;
  if (mayEdit) return link;
  return isReserved && <Reserved>{link}</Reserved>;
}

const tableDefaults: TableState = { ...defaultTableState, pinned: ['name'] };

function useRecordFilters(kind: CallKind): readonly Filter[] {
  const { t } = useTranslation('call-centres');
  const [search] = useSearchParams();
  const isInCentre = kind === 'member' || kind === 'patient';
  const centres = useQuery({ ...currentRecordsQuery('centre'), enabled: isInCentre }).data;
  const chosen = search.get('centre');
  return useMemo(() => {
    const choice = (id: string, options: readonly FilterOption[]): Filter => ({
      id,
      kind: 'choice',
      label: t(`column.${id}`),
      options,
    });
    const optionsOf = (id: string, values: readonly string[]) =>
      values.map((value) => ({ value, label: t(`${id}.${value}`) }));
    const options = withChosen(
      centres?.map(({ id, name }) => ({ value: id, label: name })),
      { chosen, missing: t('filter.archivedCentre') },
    );
    return [
      { id: 'q', kind: 'search', label: t('filter.search'), placeholder: t(`${kind}.search`) },
      ...(isInCentre ? [choice('centre', options)] : []),
      ...(kind === 'member' ? [choice('role', optionsOf('role', callCentreRoles))] : []),
      ...(kind === 'patient' ? [choice('calls', optionsOf('state', callStates))] : []),
      choice('archive', [{ value: 'archived', label: t('filter.archived') }]),
    ];
  }, [t, kind, isInCentre, centres, chosen]);
}

/** Turns the filters into the query; unknown values are left out. */
function questionOf({ q, centre, role, calls, archive }: FilterValues): CallQuestion {
  const roleAsked = callCentreRoles.find((one) => one === role);
  const callsAsked = callStates.find((one) => one === calls);
  return {
    ...(typeof q === 'string' && { q: q.slice(0, 100) }),
    ...(typeof centre === 'string' && { centreId: centre }),
    ...(roleAsked && { role: roleAsked }),
    ...(callsAsked && { calls: callsAsked }),
    ...(archive === 'archived' && { state: 'archived' }),
  };
}
