import { useQuery } from '@tanstack/react-query';
import type { ReadDashboard } from '@bursar/contracts/reporting/dashboard';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/api-client.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { percentOf } from '../../../lib/percent.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { ShareBar } from '../../../ui/chart/ShareBar.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Rate } from '../../../ui/format/Rate.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { StatStrip, StatTile } from '../../../ui/page/StatTile.tsx';
import { bucketColour } from '../../servicing/loan-account/ArrearsBadge.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { documented, type Part } from '../part.ts';

export const part: Part = {
  examples: { Tiles, Loading, PanelWithShare, Latest },
  components: [
    documented<ComponentProps<typeof StatTile>>('StatTile', [
      { name: 'label', type: 'string' },
      { name: 'value', type: 'ReactNode' },
      { name: 'note', type: 'ReactNode', standard: '–' },
      { name: 'tone', type: "'neutral' | 'good' | 'soon' | 'late'", standard: "'neutral'" },
      { name: 'trend', type: 'number[]', standard: '–' },
      { name: 'loading', type: 'boolean', standard: 'false' },
    ]),
    documented<ComponentProps<typeof Panel>>('Panel', [
      { name: 'title', type: 'ReactNode' },
      { name: 'note', type: 'ReactNode', standard: '–' },
    ]),
  ],
  keyboard: [],
};

type Dashboard = AnswerOf<ReadDashboard>;
type Book = Dashboard['books'][number];

/** The user's own figures from the sales dashboard: one query for all examples. */
function OwnFigures({ children }: { children: (book: Book, dashboard: Dashboard) => ReactNode }) {
  const { t } = useTranslation('gallery-samples');
  const query = useQuery({
    queryKey: queryRoots.dashboard,
    queryFn: ({ signal }) => callApi<ReadDashboard>('GET /api/dashboard', { signal }),
  });
  return (
    <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={4} />}>
      {(dashboard) => {
        const [book] = dashboard.books;
        return book ? children(book, dashboard) : <Text tone="muted">{t('noData')}</Text>;
      }}
    </Loaded>
  );
}

function Tiles() {
  const { t } = useTranslation('gallery-samples');
  return (
    <OwnFigures>
      {(book) => (
        <StatStrip label={t('ui:chart.today')}>
          <StatTile
            label={t('outstanding')}
            value={<Money amountMinor={book.outstandingMinor} currency={book.currency} />}
          />
          <StatTile
            label={t('collected')}
            value={
              <Money
                amountMinor={book.collectedMonthMinor}
                currency={book.currency}
                withCurrency={false}
              />
            }
            trend={book.collections.map(({ collectedMinor }) => collectedMinor)}
          />
          <StatTile
            label={t('risk')}
            value={
              <Rate
                percent={percentOf(book.outstandingOver30Minor, book.outstandingMinor) ?? '0'}
                fractionDigits={1}
              />
            }
          />
        </StatStrip>
      )}
    </OwnFigures>
  );
}

function Loading() {
  const { t } = useTranslation('gallery-more');
  return (
    <StatStrip label={t('widgets.examples.Loading.title')}>
      <StatTile label={t('gallery-samples:outstanding')} value="" loading />
      <StatTile label={t('gallery-samples:collected')} value="" loading />
    </StatStrip>
  );
}

function PanelWithShare() {
  const { t } = useTranslation('gallery-samples');
  return (
    <OwnFigures>
      {({ buckets, currency }, { businessDate }) => (
        <Panel title={t('arrears')} note={<DayText day={businessDate} />}>
          <Stack gap={3}>
            <ShareBar
              parts={buckets.map(({ bucket, outstandingMinor }) => ({
                id: bucket,
                share: outstandingMinor,
                color: bucketColour(bucket),
              }))}
            />
            <FigureTable
              label={t('arrears')}
              rows={buckets}
              rowId={({ bucket }) => bucket}
              columns={[
                {
                  id: 'bucket',
                  header: t('daysLate'),
                  cell: ({ bucket }) => <bdi>{bucket}</bdi>,
                },
                {
                  id: 'outstanding',
                  header: t('outstanding'),
                  align: 'end',
                  cell: ({ outstandingMinor }) => (
                    <Money amountMinor={outstandingMinor} currency={currency} />
                  ),
                },
              ]}
            />
          </Stack>
        </Panel>
      )}
    </OwnFigures>
  );
}

function Latest() {
  const { t } = useTranslation('gallery-samples');
  return (
    <OwnFigures>
      {(_book, { latestPayments }) => (
        <Panel title={t('payments')}>
          <FigureTable
            label={t('payments')}
            rows={latestPayments.slice(0, 4)}
            rowId={({ id }) => id}
            columns={[
              {
                id: 'loan',
                header: t('loan'),
                cell: ({ loanReference }) => loanReference,
              },
              {
                id: 'day',
                header: t('day'),
                cell: ({ valueDate }) => <DayText day={valueDate} />,
              },
              {
                id: 'amount',
                header: t('amount'),
                align: 'end',
                cell: ({ amountMinor, currency }) => (
                  <Money amountMinor={amountMinor} currency={currency} />
                ),
              },
            ]}
          />
        </Panel>
      )}
    </OwnFigures>
  );
}
