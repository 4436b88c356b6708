import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { failureOf } from '../../../lib/load-of.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { TableToCome } from '../../../ui/page/PageShape.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import type { FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { countedRowsQuery, type Counted, type CountedRow } from './finance.queries.ts';
import { useIsPhone } from '../../../ui/state/use-media.ts';

/** A figure of the page and the rows behind it; the flow of a period has two kinds of rows. */
export type OpenFigure = {
  readonly title: string;
  readonly counted: readonly [Counted, ...Counted[]];
};

type CountedRowsDrawerProps = {
  /** Null while the drawer is closed. */
  figure: OpenFigure | null;
  /** The kind of rows shown; the first one if the value is invalid. */
  kind: string | null;
  onKind: (kind: Counted['kind']) => void;
  onClose: () => void;
};

export function CountedRowsDrawer({ figure, kind, onKind, onClose }: CountedRowsDrawerProps) {
  const { t } = useTranslation('finance');
  const last = useLastShown(figure);
  const shown = last && (last.counted.find((one) => one.kind === kind) ?? last.counted[0]);
  return (
    <SideDrawer opened={figure !== null} onClose={onClose} title={last?.title} size="table">
      {last && shown && (
        <Stack>
          {last.counted.length > 1 && (
            <SegmentedChoice
              label={t('rows.label')}
              choices={last.counted.map((one) => ({
                value: one.kind,
                label: t(`rows.${one.kind}`),
              }))}
              chosen={shown.kind}
              onChoose={onKind}
            />
          )}
          <CountedRows key={shown.kind} counted={shown} />
        </Stack>
      )}
    </SideDrawer>
  );
}

function CountedRows({ counted }: { counted: Counted }) {
  const list = useInfiniteQuery(countedRowsQuery(counted));
  const load = { data: list.data, failure: failureOf(list) };
  return (
    <Loaded load={load} waiting={<TableToCome rows={8} />}>
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.rows);
        return (
          <Stack>
            <Reconciliation counted={counted} rows={rows} isWhole={!list.hasNextPage} />
            {rows.length > 0 && <RowsTable counted={counted} rows={rows} />}
            <MoreRows shown={rows.length} pages={list} />
          </Stack>
        );
      }}
    </Loaded>
  );
}

type RowsProps = { counted: Counted; rows: readonly CountedRow[] };

/** Says how many rows are shown and, once all are, whether they add up to the figure. */
function Reconciliation({ counted, rows, isWhole }: RowsProps & { isWhole: boolean }) {
  const { t } = useTranslation('finance');
  const format = useFormat();
  const { currency } = counted.behind;
  const shownMinor = rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const values = {
    shown: format.count(rows.length),
    shownAmount: format.amount(shownMinor, currency),
    allAmount: format.amount(counted.amountMinor, currency),
  };
  const isExact =
    shownMinor === counted.amountMinor && (counted.count ?? rows.length) === rows.length;
  return (
    <Text tone="muted" tabular aria-live="polite">
      {t(isWhole ? (isExact ? 'rows.whole' : 'rows.moved') : 'rows.part', values)}
    </Text>
  );
}

function RowsTable({ counted, rows }: RowsProps) {
  const { t } = useTranslation(['finance', 'loans']);
  const canOpenLoans = useSession()?.role !== 'admin';
  const isPhone = useIsPhone();
  const { currency } = counted.behind;
  const isOfDues = counted.kind === 'dues' || counted.kind === 'late';
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  const columns: readonly FigureColumn<CountedRow>[] = [
    {
      id: 'loan',
      header: t('rows.loan'),
      cell: ({ loanId, loanReference }) =>
        canOpenLoans ? <Link to={paths.loanDetails(loanId)}>{loanReference}</Link> : loanReference,
    },
    {
      id: 'borrower',
      header: t('rows.borrower'),
      cell: ({ borrower }) => <bdi>{borrower ?? '–'}</bdi>,
      wide: true,
    },
    {
      id: 'day',
      header: t(isOfDues ? 'rows.dueOn' : 'rows.valueDate'),
      cell: ({ day }) => <DayText day={day} style="medium" />,
    },
    ...(counted.kind === 'lines'
      ? [
          {
            id: 'event',
            header: t('rows.event'),
            cell: ({ event }: CountedRow) => event && t(`loans:event.${event}`),
          },
        ]
      : []),
    {
      id: 'amount',
      header: t('rows.amount'),
      align: 'end',
      cell: ({ amountMinor }) => money(amountMinor),
    },
    ...(counted.kind === 'dues' && !counted.behind.unpaid
      ? [
          {
            id: 'open',
            header: t('rows.open'),
            align: 'end' as const,
            cell: ({ openMinor = 0 }: CountedRow) => money(openMinor),
          },
        ]
      : []),
  ];
  return (
    <FigureTable
      label={t(isOfDues ? 'rows.dues' : `rows.${counted.kind}`)}
      columns={columns.filter(({ id }) => !isPhone || id !== 'borrower')}
      rows={rows}
      rowId={({ id }) => id}
    />
  );
}
