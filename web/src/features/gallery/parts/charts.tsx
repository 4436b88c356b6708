import type { ComponentProps } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartData, ChartSeries } from '../../../ui/chart/chart-data.ts';
import { HeatMap } from '../../../ui/chart/HeatMap.tsx';
import { LazyChart } from '../../../ui/chart/LazyChart.tsx';
import { ShareBar } from '../../../ui/chart/ShareBar.tsx';
import { Sparkline } from '../../../ui/chart/Sparkline.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { documented, type Part } from '../part.ts';

export const part: Part = {
  examples: {
    Bars,
    Stacked,
    Lines,
    DoneAndOpen,
    Shares,
    Areas,
    Heat,
    OneWhole,
    Trend,
    Nothing,
    OnItsWay,
  },
  components: [
    documented<ComponentProps<typeof LazyChart>>('LazyChart', [
      { name: 'title', type: 'string' },
      { name: 'categoryTitle', type: 'string' },
      { name: 'data', type: '{ categories, series, unit, divider? }' },
      { name: 'height', type: 'number' },
      { name: 'loading', type: 'boolean', standard: 'false' },
      { name: 'empty', type: 'ReactNode' },
      { name: 'onSelect', type: '(categoryId) => void', standard: '–' },
      { name: 'fileName', type: 'string' },
    ]),
    documented<ComponentProps<typeof HeatMap>>('HeatMap', [
      { name: 'rows', type: '{ id, label, whole, cells: { percent, name }[] }[]' },
      { name: 'columns', type: '{ id, label }[]' },
      { name: 'fullPercent', type: 'number' },
    ]),
    documented<ComponentProps<typeof ShareBar>>('ShareBar', [
      { name: 'parts', type: '{ id, share, color }[]' },
    ]),
    documented<ComponentProps<typeof Sparkline>>('Sparkline', [
      { name: 'values', type: 'number[]' },
    ]),
  ],
  keyboard: [
    { keys: ['←', '→'], does: 'move' },
    { keys: ['Home', 'End'], does: 'ends' },
    { keys: ['Enter'], does: 'open' },
  ],
};

const months = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01', '2026-06-01'];

/** The data of every chart below: six months, the last of which is not over. */
function useMonths(series: readonly ChartSeries[], unit: ChartData['unit']): ChartData {
  const format = useFormat();
  return {
    categories: months.map((month, at) => ({
      id: month,
      label: format.day(month, 'month'),
      isRunning: at === months.length - 1,
    })),
    series,
    unit,
  };
}

const usd = { kind: 'money', currency: 'USD' } as const;

function Bars() {
  const { t } = useTranslation('gallery-samples');
  const format = useFormat();
  const [chosen, setChosen] = useState<string | null>(null);
  const collected = [812_000, 905_500, 874_200, 951_900, 1_012_300, 498_700];
  const name = t('collected');
  const data = useMonths([{ id: 'collected', name, kind: 'bar', tone: 1, values: collected }], usd);
  return (
    <Stack gap={2}>
      <LazyChart
        title={name}
        categoryTitle={t('month')}
        data={data}
        height={220}
        empty={null}
        onSelect={setChosen}
        fileName="collected"
      />
      <Text tone="muted" aria-live="polite">
        {chosen === null ? t('chooseOne') : t('chosen', { name: format.day(chosen, 'month') })}
      </Text>
    </Stack>
  );
}

function Stacked() {
  const { t } = useTranslation('gallery-samples');
  const bar = (id: 'interest' | 'fees' | 'penalties', tone: 1 | 3 | 4, values: number[]) =>
    ({ id, name: t(id), kind: 'bar', tone, values }) as const;
  const former = {
    id: 'former',
    name: t('previousPeriod'),
    kind: 'line',
    tone: 'former',
    values: [201_000, 214_000, 208_000, 221_000, 230_000, 226_000],
  } as const;
  const data = useMonths(
    [
      bar('interest', 1, [182_000, 191_000, 188_000, 204_000, 212_000, 98_000]),
      bar('fees', 3, [24_000, 21_000, 27_000, 25_000, 28_000, 12_000]),
      bar('penalties', 4, [9_000, 12_000, 8_000, 14_000, 11_000, 4_000]),
      former,
    ],
    usd,
  );
  return (
    <LazyChart
      title={t('income')}
      categoryTitle={t('month')}
      data={data}
      height={240}
      empty={null}
      fileName="income"
    />
  );
}

function Lines() {
  const { t } = useTranslation('gallery-samples');
  const line = (id: 'contactRate' | 'promises', tone: 1 | 3, values: (number | null)[]) =>
    ({ id, name: t(id), kind: 'line', tone, values }) as const;
  const data = useMonths(
    [
      line('contactRate', 1, [52.1, 55.4, 49.8, 58.2, 61.5, 60.3]),
      line('promises', 3, [null, 70.5, 68.2, 74.9, 71.3, 77.8]),
    ],
    { kind: 'percent' },
  );
  return (
    <LazyChart
      title={t('contactRate')}
      categoryTitle={t('month')}
      data={data}
      height={200}
      empty={null}
      fileName="rates"
    />
  );
}

function DoneAndOpen() {
  const { t } = useTranslation('gallery-samples');
  const data = useMonths(
    [
      {
        id: 'due',
        name: t('nextDue'),
        kind: 'bar',
        tone: 1,
        values: [40_210, 40_210, 40_210, 40_210, 40_210, 40_210],
        doneValues: [40_210, 40_210, 40_210, 21_000, 0, 0],
      },
    ],
    usd,
  );
  return (
    <LazyChart
      title={t('nextDue')}
      categoryTitle={t('month')}
      data={{ ...data, divider: { before: 4, name: t('ui:chart.today') } }}
      height={200}
      empty={null}
      fileName="due"
    />
  );
}

function Shares() {
  const { t } = useTranslation('gallery-samples');
  const buckets = ['1-30', '31-60', '61-90', '91-180', 'over-180'] as const;
  const data = useMonths(
    buckets.map((bucket, at) => ({
      id: bucket,
      name: bucket === 'over-180' ? '180+' : bucket,
      kind: 'bar',
      tone: `bucket-${bucket}`,
      values: months.map((_, month) => Math.round((70_000 - month * 4_000) / (at + 1))),
    })),
    usd,
  );
  return (
    <LazyChart
      title={t('arrears')}
      categoryTitle={t('month')}
      data={data}
      height={240}
      empty={null}
      fileName="late"
    />
  );
}

function Areas() {
  const { t } = useTranslation('gallery-samples');
  const buckets = ['1-30', '31-60', '61-90', '91-180', 'over-180'] as const;
  const data = useMonths(
    buckets.map((bucket, at) => ({
      id: bucket,
      name: bucket === 'over-180' ? '180+' : bucket,
      kind: 'area',
      tone: `bucket-${bucket}`,
      values: months.map((_, month) =>
        Math.round((52_000 + month * (5_000 - at * 2_000)) / (at + 1)),
      ),
    })),
    usd,
  );
  return (
    <LazyChart
      title={t('arrears')}
      categoryTitle={t('month')}
      data={data}
      height={240}
      empty={null}
      fileName="late-course"
    />
  );
}

function Heat() {
  const { t } = useTranslation('gallery-samples');
  const format = useFormat();
  const [chosen, setChosen] = useState('');
  const shares = [
    [0, 0.4, 1.1, 1.9, 2.4, 2.6],
    [0, 0.2, 0.9, 1.2, 1.6],
    [0, 0.6, 1.4, 2.2],
    [0, 0.3, 0.8],
  ];
  return (
    <Stack gap={2}>
      <HeatMap
        title={t('vintages')}
        rowTitle={t('month')}
        wholeTitle={t('disbursed')}
        columns={months.map((_, age) => ({ id: String(age), label: format.count(age) }))}
        rows={shares.map((cells, at) => ({
          id: months[at] ?? '',
          label: format.day(months[at] ?? '', 'month'),
          whole: format.money(4_200_000 + at * 130_000, 'USD'),
          cells: cells.map((percent, age) => ({
            percent,
            name: t('cell', {
              month: format.day(months[at] ?? '', 'month'),
              age: format.count(age),
              percent: format.percent(percent, 1),
            }),
          })),
        }))}
        fullPercent={2.6}
        onSelect={(row, column) =>
          setChosen(
            t('cell', {
              month: format.day(row, 'month'),
              age: column,
              percent: format.percent(shares[months.indexOf(row)]?.[Number(column)] ?? 0, 1),
            }),
          )
        }
        fileName="vintages"
      />
      <Text tone="muted" aria-live="polite">
        {chosen || t('chooseOne')}
      </Text>
    </Stack>
  );
}

function OneWhole() {
  const colors = ['current', '1-30', '31-60', 'over-180'] as const;
  const shares = [82, 11, 5, 2];
  return (
    <ShareBar
      parts={colors.map((id, at) => ({ id, share: shares[at] ?? 0, color: `var(--bucket-${id})` }))}
    />
  );
}

function Trend() {
  return (
    <Box max="8rem">
      <Sparkline values={[12, 14, 13, 17, 16, 21, 24, 22, 27]} />
    </Box>
  );
}

function Nothing() {
  const { t } = useTranslation('gallery-samples');
  const name = t('collected');
  const values = months.map(() => 0);
  const data = useMonths([{ id: 'collected', name, kind: 'bar', tone: 1, values }], usd);
  return (
    <LazyChart
      title={name}
      categoryTitle={t('month')}
      data={data}
      height={120}
      empty={<Text tone="muted">{t('noData')}</Text>}
      fileName="nothing"
    />
  );
}

function OnItsWay() {
  const { t } = useTranslation('gallery-samples');
  const name = t('collected');
  const data = useMonths([{ id: 'collected', name, kind: 'bar', tone: 1, values: [] }], usd);
  return (
    <LazyChart
      title={name}
      categoryTitle={t('month')}
      data={data}
      height={160}
      loading
      empty={null}
      fileName="loading"
    />
  );
}
