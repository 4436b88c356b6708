import type { Role } from '@bursar/contracts/roles';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { percentChange } from '../../../lib/percent.ts';
import type { ChartData, ChartSeries } from '../../../ui/chart/chart-data.ts';
import { LazyChart } from '../../../ui/chart/LazyChart.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import type { Formatters } from '../../../ui/format/formatters.ts';
import { Money } from '../../../ui/format/Money.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { ChartPanel } from '../../../ui/chart/ChartPanel.tsx';
import { DefinedPanel } from '../../../ui/page/DefinedPanel.tsx';
import { Reserved } from '../../../ui/page/Reserved.tsx';
import { StatStrip, StatTile } from '../../../ui/page/StatTile.tsx';
import { EarnersTable } from './EarnersTable.tsx';
import { totalOf } from './income-figures.ts';
import type { EarnerLine } from './income-figures.ts';
import type { Income, IncomePeriod } from './income.queries.ts';
import { incomeViewToSearch, periodEnd, periodLabel } from './income-range.ts';
import type { DaysShown, IncomeView } from './income-range.ts';
import {
  IncomePaymentsDrawer,
  kindOneStepDown,
  nobodysPayments,
  useOpenFigure,
} from './IncomePaymentsDrawer.tsx';
import { OwnEarnings, OwnEarningsSkeleton } from './OwnEarnings.tsx';
import classes from './Income.module.css';

type IncomeReportProps = {
  income: Income | undefined;
  days: DaysShown;
  businessDate: string;
  view: IncomeView;
  role: Role;
  /** True while the figures of an earlier view are shown. */
  isStale: boolean;
};

/**
 * Shows the tiles, the chart and the earners. Selecting a period in the chart, or the income
 * without an earner, opens its payments.
 */
export function IncomeReport(props: IncomeReportProps) {
  const { income, days, businessDate, view, role, isStale } = props;
  const { t } = useTranslation('income');
  const [search, setSearch] = useSearchParams();
  const open = (what: string | null) =>
    setSearch((now) => withOpen(now, what), { preventScrollReset: true });
  const figure = useOpenFigure({ income, days, view, role });
  const hrefOf = (line: EarnerLine) => earnerHref(line, { view, role, search });
  const isEmpty = income && income.total.payments === 0 && income.previousTotal.payments === 0;
  return (
    <Stack
      gap={6}
      className={classes.report}
      data-stale={isStale || undefined}
      aria-busy={!income || isStale}
    >
      <IncomeTiles income={income} />
      {income?.own ? (
        <OwnEarnings
          own={income.own}
          currency={income.currency}
          isOfReport
          businessDate={income.businessDate}
        />
      ) : (
        !income &&
        isAboutOne(view, role) && <OwnEarningsSkeleton businessDate={businessDate} isOfReport />
      )}
      {isEmpty ? (
        <EmptyState title={t('empty.title')} hint={t('empty.hint')} />
      ) : (
        <IncomeChart income={income} days={days} onOpen={open} />
      )}
      {income && !isEmpty && role !== 'agent' && (
        <DefinedPanel
          title={t('earners.title')}
          definition={t(`earners.definition.${role === 'user' ? 'user' : 'team'}`)}
        >
          <EarnersTable income={income} role={role} hrefOf={hrefOf} />
        </DefinedPanel>
      )}
      <IncomePaymentsDrawer
        figure={figure}
        currency={income?.currency ?? ''}
        onClose={() => open(null)}
      />
    </Stack>
  );
}

/** Returns true if the income is that of one team or agent, whose commission is then shown. */
function isAboutOne({ teamId, agentId }: IncomeView, role: Role): boolean {
  return role === 'team' || role === 'agent' || teamId !== null || agentId !== null;
}

/**
 * Returns the link of a line: an earner links to its own income, and the income without an earner
 * to its payments. Returns null for income of a team without an agent in the view of a portfolio
 * manager.
 */
function earnerHref(
  { figures: { earner } }: EarnerLine,
  { view, role, search }: { view: IncomeView; role: Role; search: URLSearchParams },
): string | null {
  const { kind, id, teamId } = earner;
  if (id !== null) {
    const whose =
      kind === 'team'
        ? { teamId: id, agentId: null }
        : { teamId: role === 'user' ? teamId : null, agentId: id };
    return `?${incomeViewToSearch({ ...view, ...whose }, search).toString()}`;
  }
  if (kind !== kindOneStepDown(role)) return null;
  return `?${withOpen(search, nobodysPayments).toString()}`;
}

function withOpen(search: URLSearchParams, what: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (what === null) next.delete('open');
  else next.set('open', what);
  return next;
}

/** The income of the whole range, in total and by kind, compared with the previous range. */
function IncomeTiles({ income }: Pick<IncomeReportProps, 'income'>) {
  const { t } = useTranslation('income');
  const format = useFormat();
  // Reserves the lines of a usual note: on a phone it takes two.
  const usualNote = <Reserved>{changeText({ now: 12, before: 10 }, { format, t })}</Reserved>;
  const tile = (label: string, figureOf: (amounts: Income['total']) => number) => {
    if (!income) return <StatTile label={label} value="" note={usualNote} loading />;
    const now = figureOf(income.total);
    const before = figureOf(income.previousTotal);
    return (
      <StatTile
        label={label}
        value={<Money amountMinor={now} currency={income.currency} withCurrency={false} />}
        note={changeText({ now, before }, { format, t })}
      />
    );
  };
  return (
    <StatStrip label={t('totals')}>
      {tile(t('kind.total'), totalOf)}
      {tile(t('kind.interest'), (amounts) => amounts.interestMinor)}
      {tile(t('kind.fees'), (amounts) => amounts.feeMinor)}
      {tile(t('kind.penalties'), (amounts) => amounts.penaltyMinor)}
    </StatStrip>
  );
}

/** Describes the change between two figures, "12.4% more"; the page's description names the range. */
function changeText(
  { now, before }: { now: number; before: number },
  { format, t }: { format: Formatters; t: TFunction<'income'> },
): string {
  const change = percentChange(now, before);
  if (change === null) return t(now === 0 ? 'change.none' : 'change.new');
  const percent = format.percent(change.replace('-', ''), 1);
  if (now === before) return t('change.same');
  return t(now > before ? 'change.more' : 'change.less', { percent });
}

type IncomeChartProps = {
  income: Income | undefined;
  days: DaysShown;
  /** Opens the payments of the period that starts on this day. */
  onOpen: (periodStart: string) => void;
};

/** Income by period with its kinds stacked, and a thin grey line for the previous range. */
function IncomeChart({ income, days, onOpen }: IncomeChartProps) {
  const { t } = useTranslation('income');
  const data = useChartData(income, days);
  return (
    <ChartPanel title={t('chart.title')}>
      <LazyChart
        title={t('chart.title')}
        categoryTitle={t(`step.${days.step}`)}
        data={data}
        height={320}
        loading={!income}
        withTotals={false}
        empty={<Text tone="muted">{t('chart.none')}</Text>}
        onSelect={onOpen}
        fileName={`income-${days.from}-${days.to}`}
      />
    </ChartPanel>
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
      seriesStyle: Omit<ChartSeries, 'name' | 'values'>,
      valueOf: (period: IncomePeriod) => number,
    ): ChartSeries => ({
      ...seriesStyle,
      name: t(`kind.${seriesStyle.id}`),
      values: periods.map(valueOf),
    });
    return {
      categories: periods.map(({ start }) => ({
        id: start,
        label: periodLabel(start, { days: { from, to, step }, format, t }),
        ...(step === 'month' && { month: start }),
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
      ].filter((one) => !income || isWorthShowing(one)),
      unit: { kind: 'money', currency: income?.currency ?? 'USD' },
    };
  }, [income, from, to, step, today, format, t]);
}

/**
 * Returns true if the chart shows the series. Kinds of income without amounts are left out, because
 * they would only lengthen the legend; interest and the previous range are always shown.
 */
function isWorthShowing({ id, values }: ChartSeries): boolean {
  return id === 'interest' || id === 'former' || values.some((value) => value !== 0);
}
