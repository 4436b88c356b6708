import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../ui/chart/Chart.tsx';
import type { ChartData, ChartSeries } from '../../ui/chart/chart-data.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import type { Income, IncomePeriod } from './income.queries.ts';
import { periodEnd } from './income-range.ts';
import type { DaysShown } from './income-range.ts';
import { periodLabel } from './income-words.ts';
import classes from './IncomeChart.module.css';

type IncomeChartProps = {
  income: Income | undefined;
  days: DaysShown;
  /** Opens the payments of the period that begins on this day. */
  onOpen: (periodStart: string) => void;
};

/** Income by period, its kinds on each other, before the thin grey line of the period before. */
export function IncomeChart({ income, days, onOpen }: IncomeChartProps) {
  const { t } = useTranslation('income');
  const data = useChartData(income, days);
  return (
    <Chart
      title={t('chart.title')}
      categoryTitle={t(`step.${days.step}`)}
      data={data}
      height={320}
      loading={!income}
      empty={<p className={classes.none}>{t('chart.none')}</p>}
      onSelect={onOpen}
      fileName={`income-${days.from}-${days.to}`}
    />
  );
}

function useChartData(income: Income | undefined, days: DaysShown): ChartData {
  const { t } = useTranslation('income');
  const format = useFormat();
  const { from, to, step } = days;
  const { today = to } = format.settings;
  return useMemo(() => {
    const periods = income?.periods ?? [];
    const series = (
      look: Omit<ChartSeries, 'name' | 'values'>,
      valueOf: (period: IncomePeriod) => number,
    ): ChartSeries => ({ ...look, name: t(`kind.${look.id}`), values: periods.map(valueOf) });
    return {
      categories: periods.map(({ start }) => ({
        id: start,
        label: periodLabel(start, { days: { from, to, step }, format, t }),
        isRunning: periodEnd(start, { step, to }) >= today,
      })),
      series: [
        series({ id: 'interest', kind: 'bar', tone: 1 }, ({ interestMinor }) => interestMinor),
        series({ id: 'fees', kind: 'bar', tone: 3 }, ({ feeMinor }) => feeMinor),
        series({ id: 'penalties', kind: 'bar', tone: 4 }, ({ penaltyMinor }) => penaltyMinor),
        series(
          { id: 'former', kind: 'line', tone: 'former' },
          ({ previousTotalMinor }) => previousTotalMinor,
        ),
      ].filter(isWorthShowing),
      unit: { kind: 'money', currency: income?.currency ?? 'USD' },
    };
  }, [income, from, to, step, today, format, t]);
}

/** A kind of which nothing came in would only lengthen the key; interest and the former line stay. */
function isWorthShowing({ id, values }: ChartSeries): boolean {
  return id === 'interest' || id === 'former' || values.some((value) => value !== 0);
}
