import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { failureOf } from '../../../lib/load-of.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';
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
import { behindQuery, type Behind, type BehindRow } from './analytics.queries.ts';

/** A figure of the page, with the lists of the records that it counts; none if it counts none. */
export type OpenFigure = {
  readonly title: string;
  readonly behind: readonly (Behind & { readonly name: string })[];
};

type BehindDrawerProps = {
  /** Null while the drawer is closed. */
  figure: OpenFigure | null;
  onClose: () => void;
};

/** The loans, contacts or promises that a figure counts. */
export function BehindDrawer({ figure, onClose }: BehindDrawerProps) {
  const { t } = useTranslation('analytics');
  const shown = useLastShown(figure);
  return (
    <SideDrawer opened={figure !== null} onClose={onClose} title={shown?.title} size="table">
      <Stack gap={6}>
        {shown?.behind.length === 0 && <Text tone="muted">{t('rows.none')}</Text>}
        {shown?.behind.map((behind) => (
          <Stack key={behind.name} as="section" gap={2} aria-label={behind.name}>
            {shown.behind.length > 1 && (
              <Text as="h3" weight="strong">
                {behind.name}
              </Text>
            )}
            <Rows behind={behind} />
          </Stack>
        ))}
      </Stack>
    </SideDrawer>
  );
}

function Rows({ behind }: { behind: Behind }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const list = useInfiniteQuery(behindQuery(behind));
  const columns = useColumns(behind);
  return (
    <Loaded
      load={{ data: list.data, failure: failureOf(list) }}
      waiting={<TableToCome rows={6} />}
      isEmpty={({ pages }) => pages.every(({ rows }) => rows.length === 0)}
      empty={<Text tone="muted">{t('rows.none')}</Text>}
    >
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.rows);
        return (
          <Stack gap={2}>
            <Text tone="muted" tabular aria-live="polite">
              {t(list.hasNextPage ? 'rows.shown' : 'rows.all', {
                shown: format.count(rows.length),
              })}
            </Text>
            <FigureTable
              label={t(`rows.${behind.kind === 'concentrated' ? 'loans' : behind.kind}`)}
              columns={columns}
              rows={rows}
              rowId={(row) => ('id' in row ? row.id : row.loanId)}
            />
            <MoreRows shown={rows.length} pages={list} />
          </Stack>
        );
      }}
    </Loaded>
  );
}

function useColumns(behind: Behind): readonly FigureColumn<BehindRow>[] {
  const { t } = useTranslation(['analytics', 'contact-log']);
  const format = useFormat();
  const canOpenLoans = useSession()?.role !== 'admin';
  const isLoans = behind.kind === 'loans' || behind.kind === 'concentrated';
  const textKey = isLoans ? 'loans' : behind.kind;
  const currency = isLoans ? behind.asked.currency : '';
  return [
    {
      id: 'loan',
      header: t('rows.loan'),
      cell: ({ loanId, loanReference }) =>
        canOpenLoans ? <Link to={paths.loanDetails(loanId)}>{loanReference}</Link> : loanReference,
    },
    {
      id: 'borrower',
      header: t('rows.borrower'),
      wide: true,
      cell: ({ borrower }) => <bdi>{borrower ?? '–'}</bdi>,
    },
    {
      id: 'what',
      header: t(`rows.what.${textKey}`),
      align: isLoans ? 'end' : 'start',
      cell: (row) => {
        if ('daysPastDue' in row) return format.count(row.daysPastDue);
        return 'outcome' in row
          ? t(`contact-log:outcome.${row.outcome}`)
          : t(`promise.${row.state}`);
      },
    },
    ...(behind.kind === 'contacts'
      ? []
      : [
          {
            id: 'amount',
            header: t(`rows.amount.${textKey}`),
            align: 'end' as const,
            cell: (row: BehindRow) => <Amount row={row} currency={currency} />,
          },
        ]),
    ...(isLoans
      ? []
      : [
          {
            id: 'on',
            header: t('rows.on'),
            cell: (row: BehindRow) => 'on' in row && <DayText day={row.on} style="medium" />,
          },
        ]),
  ];
}

function Amount({ row, currency }: { row: BehindRow; currency: string }) {
  if ('amountMinor' in row) return <Money amountMinor={row.amountMinor} currency={row.currency} />;
  if (!('outstandingMinor' in row)) return null;
  // A loan that left the book shows the balance that it had before.
  const formerlyMinor = 'formerlyMinor' in row ? (row.formerlyMinor ?? 0) : 0;
  const amountMinor = row.outstandingMinor === 0 ? formerlyMinor : row.outstandingMinor;
  return <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />;
}
