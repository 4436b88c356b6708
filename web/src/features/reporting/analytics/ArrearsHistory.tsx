import { ARREARS_SCALE } from '@bursar/loan-maths/buckets';
import type { ArrearsBucket } from '@bursar/contracts/servicing/loans';
import { rolledTo } from '@bursar/contracts/reporting/analytics.values';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ChartSeries } from '../../../ui/chart/chart-data.ts';
import { HeatMap, type HeatRow } from '../../../ui/chart/HeatMap.tsx';
import { chartShapes } from '../../../ui/chart/chart-shapes.ts';
import { LazyChart } from '../../../ui/chart/LazyChart.tsx';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Rate } from '../../../ui/format/Rate.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { DefinedPanel } from '../../../ui/page/DefinedPanel.tsx';
import { ChartPanel } from '../../../ui/chart/ChartPanel.tsx';
import { Skeleton } from '../../../ui/page/Skeleton.tsx';
import { StatStrip, StatTile } from '../../../ui/page/StatTile.tsx';
import type { HistoryBook } from './analytics.queries.ts';
import { bucketTone } from '../../servicing/loan-account/ArrearsBadge.tsx';
import { BehindDrawer } from './BehindDrawer.tsx';
import { useAddress } from '../../../lib/use-address.ts';
import { cureRate, forwardRate, over30Share, totalAt } from './history-figures.ts';
import { lateBuckets, useOpened, type OpenPart } from './use-opened.ts';

type ArrearsHistoryProps = { book: HistoryBook; days: readonly string[] };
type PartProps = ArrearsHistoryProps & {
  /**
   * Writes the open figure into the address: its part of the page, and the parameters that identify
   * it there.
   */
  open: (part: OpenPart, ...parameters: readonly string[]) => void;
};

/**
 * The book's arrears at each month end, its roll rates, and the arrears of each month's new loans.
 */
export function ArrearsHistory(props: ArrearsHistoryProps) {
  const [opened, setOpened] = useAddress('open');
  const open: PartProps['open'] = (...parameters) =>
    setOpened([props.book.currency, ...parameters].join('.'));
  return (
    <Stack gap={8}>
      <Figures {...props} open={open} />
      <OverTime {...props} open={open} />
      <Rolls {...props} open={open} />
      <Vintages {...props} open={open} />
      <BehindDrawer figure={useOpened(props.book, opened)} onClose={() => setOpened(null)} />
    </Stack>
  );
}

/** Reserves the height while loading, so that nothing below moves. */
export function ArrearsHistoryToCome() {
  const { t } = useTranslation('analytics');
  const figures = ['figures.par30', 'figures.late', 'figures.cure', 'figures.roll'] as const;
  return (
    <Stack gap={8}>
      <StatStrip label={t('title')}>
        {figures.map((figure) => (
          <StatTile key={figure} label={t(figure)} value={null} loading />
        ))}
      </StatStrip>
      {['overTime', 'rolls', 'vintages'].map((part) => (
        <Skeleton key={part} height="24rem" />
      ))}
    </Stack>
  );
}

function Figures({ book, days, open }: PartProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const now = book.points.at(-1);
  const lastEnd = days.at(-2) ?? '';
  if (!now) return null;
  const shares = book.points.map(over30Share);
  const rate = (percent: number | null) =>
    percent === null ? '–' : <Rate percent={percent} fractionDigits={1} />;
  const asOf = t('figures.monthTo', { day: format.day(lastEnd, 'medium') });
  const late = totalAt(now) - (now.buckets[0]?.outstandingMinor ?? 0);
  return (
    <StatStrip label={t('figures.label', { currency: book.currency })}>
      <StatTile
        label={t('figures.par30')}
        value={rate(shares.at(-1) ?? null)}
        note={t('figures.before', {
          percent: format.percent(shares.at(-2) ?? 0, 1),
          day: format.day(lastEnd, 'medium'),
        })}
        onOpen={() => open('over30', now.on)}
      />
      <StatTile
        label={t('figures.lateIn', { currency: book.currency })}
        value={<Money amountMinor={late} currency={book.currency} withCurrency={false} />}
        note={t('figures.lateNote')}
        onOpen={() => open('late', now.on)}
      />
      <StatTile
        label={t('figures.cure')}
        value={rate(cureRate(book, lastEnd))}
        note={asOf}
        onOpen={() => open('cured', lastEnd)}
      />
      <StatTile
        label={t('figures.roll')}
        value={rate(forwardRate(book, lastEnd, '1-30'))}
        note={asOf}
        onOpen={() => open('forward', lastEnd)}
      />
    </StatStrip>
  );
}

/**
 * Outstanding amounts of late loans at each month end, by bucket; selecting a month opens its late
 * loans.
 */
function OverTime({ book, days, open }: PartProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { currency, points } = book;
  return (
    <ChartPanel title={t('overTime.title')} definition={t('overTime.definition')}>
      <LazyChart
        title={t('overTime.title')}
        categoryTitle={t('day')}
        data={{
          categories: points.map(({ on }, at) => ({
            id: on,
            label: format.day(on, 'medium'),
            ...(at === days.length - 1 ? { shortLabel: t('today') } : { month: on }),
          })),
          series: lateBuckets.map((bucket) => ({
            id: bucket,
            name: t(`bucket.${bucket}`),
            kind: 'area',
            tone: bucketTone(bucket),
            values: points.map(
              ({ buckets }) => buckets.find((one) => one.bucket === bucket)?.outstandingMinor ?? 0,
            ),
          })),
          unit: { kind: 'money', currency },
        }}
        height={300}
        empty={<Text tone="muted">{t('overTime.none')}</Text>}
        onSelect={(on) => open('late', on)}
        fileName={`arrears-over-time-${currency}`}
      />
    </ChartPanel>
  );
}

const isNoLater = (to: ArrearsBucket, from: ArrearsBucket): boolean =>
  ARREARS_SCALE.indexOf(to) <= ARREARS_SCALE.indexOf(from);

/**
 * Roll rates: the bucket in which the loans of each bucket are at the next month end. One month is
 * a table with all buckets; a line chart shows the main rates of all months.
 */
function Rolls({ book, days, open }: PartProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const ends = days.slice(1);
  const [asked, setAsked] = useAddress('roll');
  const chosen = ends.find((on) => on === asked) ?? days.at(-2) ?? '';
  const { currency, rolls } = book;
  const ofDay = rolls.filter(({ on }) => on === chosen);
  const rows = ARREARS_SCALE.map((from): HeatRow => {
    const own = ofDay.filter((roll) => roll.from === from);
    const all = own.reduce((sum, { loans }) => sum + loans, 0);
    return {
      id: from,
      label: t(`bucket.${from}`),
      whole: format.count(all),
      cells: rolledTo.map((to) => {
        const loans = own.find((roll) => roll.to === to)?.loans ?? 0;
        const name = t('rolls.cell', {
          from: t(`bucket.${from}`),
          to: t(`bucket.${to}`),
          loans: format.count(loans),
        });
        const percent = loans === 0 ? null : (loans / all) * 100;
        return { percent, name, isPlain: to === 'gone' || isNoLater(to, from) };
      }),
    };
  });
  const line = (
    id: string,
    tone: ChartSeries['tone'],
    valueOf: (on: string) => number | null,
  ): ChartSeries => ({ id, kind: 'line', tone, name: t(`rolls.${id}`), values: ends.map(valueOf) });
  return (
    <ChartPanel title={t('rolls.title')} definition={t('rolls.definition')}>
      <Stack gap={5}>
        <LazyChart
          shape={chartShapes.lines}
          title={t('rolls.title')}
          categoryTitle={t('day')}
          data={{
            categories: ends.map((on) => ({
              id: on,
              label: format.day(on, 'medium'),
              month: on,
              isRunning: on === days.at(-1),
            })),
            series: [
              line('cured', 'good', (on) => cureRate(book, on)),
              line('from1', 'bucket-1-30', (on) => forwardRate(book, on, '1-30')),
              line('from31', 'bucket-31-60', (on) => forwardRate(book, on, '31-60')),
              line('from61', 'bucket-61-90', (on) => forwardRate(book, on, '61-90')),
            ],
            unit: { kind: 'percent' },
          }}
          height={220}
          empty={<Text tone="muted">{t('rolls.none')}</Text>}
          onSelect={setAsked}
          fileName={`roll-rates-${currency}`}
        />
        <HeatMap
          title={t('rolls.matrix', { day: format.day(chosen, 'medium') })}
          rowTitle={t('rolls.from')}
          wholeTitle={t('rolls.loans')}
          columns={rolledTo.map((id) => ({ id, label: headOf(t, id) }))}
          rows={rows}
          fullPercent={100}
          fileName={`rolls-${currency}-${chosen}`}
          onSelect={(from, to) => open('roll', chosen, from, to)}
        >
          <Text tone="muted" size="table">
            {t('rolls.note', { day: format.day(chosen, 'medium') })}
          </Text>
        </HeatMap>
      </Stack>
    </ChartPanel>
  );
}

/**
 * Returns a column header that can break only before its last word, so that it has at most two
 * lines on a phone.
 */
function headOf(t: TFunction<'analytics'>, id: (typeof rolledTo)[number]): string {
  const text = t(id === 'gone' ? 'rolls.gone' : `bucket.${id}`);
  return text.replace('–', '\u2060–\u2060').replaceAll(/ (?=.* )/gu, '\u00a0');
}

/**
 * Each month's new loans by age: those over 30 days past due, as their outstanding amount in per
 * cent of the disbursed amount, or as their number in per cent of the loans.
 */
function Vintages({ book, open }: PartProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const [asked, setAsked] = useAddress('measure');
  const unit = asked === 'loans' ? 'loans' : 'amount';
  const { currency, vintages } = book;
  const ages = Math.max(...vintages.map(({ late }) => late.length));
  const rows = vintages
    .filter(({ disbursedLoans }) => disbursedLoans > 0)
    .map(({ month, disbursedLoans, disbursedMinor, late }): HeatRow => {
      const whole = unit === 'amount' ? disbursedMinor : disbursedLoans;
      return {
        id: month,
        label: format.day(month, 'month'),
        whole: unit === 'amount' ? format.money(disbursedMinor, currency) : format.count(whole),
        cells: late.map(({ on, loans, outstandingMinor }) => ({
          percent: ((unit === 'amount' ? outstandingMinor : loans) / whole) * 100,
          name: t('vintages.cell', {
            month: format.day(month, 'month'),
            day: format.day(on, 'medium'),
            loans: format.count(loans),
            amount: format.amount(outstandingMinor, currency),
          }),
        })),
      };
    });
  return (
    <DefinedPanel title={t('vintages.title')} definition={t('vintages.definition')}>
      {rows.length === 0 ? (
        <Text tone="muted">{t('vintages.none')}</Text>
      ) : (
        <HeatMap
          title={t('vintages.title')}
          rowTitle={t('vintages.month')}
          wholeTitle={t('vintages.disbursed')}
          columns={Array.from({ length: ages }, (_, age) => ({
            id: String(age),
            label: t('vintages.age', { age: format.count(age) }),
          }))}
          rows={rows}
          fullPercent={Math.max(
            ...rows.flatMap(({ cells }) => cells.map((one) => one.percent ?? 0)),
          )}
          fileName={`vintages-${currency}`}
          onSelect={(month, age) => {
            const on = vintages.find((one) => one.month === month)?.late[Number(age)]?.on;
            if (on !== undefined) open('vintage', on, month.slice(0, 7));
          }}
        >
          <SegmentedChoice
            label={t('vintages.unit')}
            choices={[
              { value: 'amount', label: t('vintages.amount') },
              { value: 'loans', label: t('vintages.loans') },
            ]}
            chosen={unit}
            onChoose={(next) => setAsked(next === 'loans' ? next : null)}
          />
        </HeatMap>
      )}
    </DefinedPanel>
  );
}
