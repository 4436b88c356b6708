import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartData } from '../../ui/chart/chart-data.ts';
import { LazyChart } from '../../ui/chart/LazyChart.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import type { Book } from './dashboard.queries.ts';
import { Panel } from '../../ui/page/Panel.tsx';
import classes from './CollectionsPanel.module.css';

type CollectionsPanelProps = { book: Book; businessDate: string };

/** What came in each month of the last year, the month in progress included. */
export function CollectionsPanel({ book, businessDate }: CollectionsPanelProps) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const { collections, currency } = book;
  const data = useMemo(
    (): ChartData => ({
      categories: collections.map(({ month }) => ({
        id: month,
        label: format.day(month, 'month'),
        isRunning: month.slice(0, 7) === businessDate.slice(0, 7),
      })),
      series: [
        {
          id: 'collected',
          name: t('collections.series'),
          kind: 'bar',
          tone: 1,
          values: collections.map(({ collectedMinor }) => collectedMinor),
        },
      ],
      unit: { kind: 'money', currency },
    }),
    [collections, currency, businessDate, format, t],
  );
  return (
    <Panel title={t('collections.title')} note={t('collections.note')}>
      <LazyChart
        title={t('collections.title')}
        categoryTitle={t('collections.month')}
        data={data}
        height={236}
        empty={<p className={classes.none}>{t('collections.none')}</p>}
        fileName={`collected-${currency}-${businessDate}`}
      />
    </Panel>
  );
}
