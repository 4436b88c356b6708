import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartData, ChartSeries } from '../../ui/chart/chart-data.ts';
import { LazyChart } from '../../ui/chart/LazyChart.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';

export const months = [
  '2026-01-01',
  '2026-02-01',
  '2026-03-01',
  '2026-04-01',
  '2026-05-01',
  '2026-06-01',
];

export const usd = { kind: 'money', currency: 'USD' } as const;

/** The data of a sample chart: six months, the last of which is not over. */
export function useMonths(series: readonly ChartSeries[], unit: ChartData['unit']): ChartData {
  const format = useFormat();
  return {
    categories: months.map((month, at) => ({
      id: month,
      label: format.day(month, 'month'),
      month,
      isRunning: at === months.length - 1,
    })),
    series,
    unit,
  };
}

/** The data of a sample chart: one figure for each loan product. */
export function useProducts(name: string): ChartData {
  const { t } = useTranslation('gallery-samples');
  const products = ['salary', 'trade', 'car', 'home'];
  const values = [1_482_000, 918_500, 541_200, 206_900];
  return {
    categories: products.map((id) => ({ id, label: t(id) })),
    series: [{ id: 'book', name, kind: 'bar', tone: 1, values }],
    unit: usd,
  };
}

type Chart = ComponentProps<typeof LazyChart>;
type MonthChartProps = Pick<Chart, 'title' | 'data' | 'fileName'> & Partial<Chart>;

/** A chart by month, of the height of most samples. */
export function MonthChart(props: MonthChartProps) {
  const { t } = useTranslation('gallery-samples');
  return <LazyChart categoryTitle={t('month')} height={220} empty={null} {...props} />;
}
