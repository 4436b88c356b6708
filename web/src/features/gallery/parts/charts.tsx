import type { ComponentProps } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chartShapes } from '../../../ui/chart/chart-shapes.ts';
import { HeatMap } from '../../../ui/chart/HeatMap.tsx';
import { LazyChart } from '../../../ui/chart/LazyChart.tsx';
import { ShareBar } from '../../../ui/chart/ShareBar.tsx';
import { Sparkline } from '../../../ui/chart/Sparkline.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { documented, type Part } from '../part.ts';
import { MonthChart, months, usd, useMonths, useProducts } from '../sample-chart.tsx';

export const part: Part = {
  examples: {
    Bars,
    Stacked,
    Combined,
    Lines,
    Areas,
    Horizontal,
    Shares,
    Donut,
    Radar,
    Scatter,
    DoneAndOpen,
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
      { name: 'shape', type: 'ComponentType', standard: '–' },
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
    { keys: ['Enter'], does: 'select' },
  ],
};

function Bars() {
  const { t } = useTranslation('gallery-samples');
  const format = useFormat();
  const [chosen, setChosen] = useState<string | null>(null);
  const collected = [812_000, 905_500, 874_200, 951_900, 1_012_300, 498_700];
  const name = t('collected');
  const data = useMonths([{ id: 'collected', name, kind: 'bar', tone: 1, values: collected }], usd);
  return (
    <Stack gap={2}>
      <MonthChart title={name} data={data} onSelect={setChosen} fileName="collected" />
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
  const data = useMonths(
    [
      bar('interest', 1, [182_000, 191_000, 188_000, 204_000, 212_000, 98_000]),
      bar('fees', 3, [24_000, 21_000, 27_000, 25_000, 28_000, 12_000]),
      bar('penalties', 4, [9_000, 12_000, 8_000, 14_000, 11_000, 4_000]),
    ],
    usd,
  );
  return <MonthChart title={t('income')} data={data} fileName="income" />;
}

function Combined() {
  const { t } = useTranslation('gallery-samples');
  const data = useMonths(
    [
      {
        id: 'income',
        name: t('income'),
        kind: 'bar',
        tone: 1,
        values: [215_000, 224_000, 223_000, 243_000, 251_000, 114_000],
      },
      {
        id: 'former',
        name: t('previousPeriod'),
        kind: 'line',
        tone: 'former',
        values: [201_000, 214_000, 208_000, 221_000, 230_000, 226_000],
      },
    ],
    usd,
  );
  return <MonthChart title={t('income')} data={data} fileName="income-compared" />;
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
    <MonthChart shape={chartShapes.lines} title={t('contactRate')} data={data} fileName="rates" />
  );
}

function DoneAndOpen() {
  const { t } = useTranslation('gallery-samples');
  const data = useMonths(
    [
      {
        id: 'due',
        name: t('instalments'),
        kind: 'bar',
        tone: 1,
        values: [40_210, 40_210, 40_210, 40_210, 40_210, 40_210],
        doneValues: [40_210, 40_210, 40_210, 21_000, 0, 0],
      },
    ],
    usd,
  );
  const categories = data.categories.map((month, at) => ({ ...month, isLate: at === 3 }));
  return (
    <MonthChart
      title={t('instalments')}
      data={{ ...data, categories, divider: { before: 4, name: t('ui:chart.today') } }}
      fileName="due"
    />
  );
}

const buckets = ['1-30', '31-60', '61-90', '91-180', 'over-180'] as const;

/** Returns a function that gives a bucket the same label as the analytics screens. */
function useBucketName() {
  const { t } = useTranslation('analytics');
  return (bucket: (typeof buckets)[number]): string =>
    t(`bucket.${bucket === 'over-180' ? '180+' : bucket}`);
}

function Shares() {
  const { t } = useTranslation('gallery-samples');
  const nameOf = useBucketName();
  const teams = ['delta', 'harbour', 'unassigned'];
  return (
    <LazyChart
      shape={chartShapes.horizontal}
      title={t('arrears')}
      categoryTitle={t('team')}
      data={{
        categories: teams.map((id) => ({ id, label: t(id) })),
        series: buckets.map((bucket, at) => ({
          id: bucket,
          name: nameOf(bucket),
          kind: 'bar',
          tone: `bucket-${bucket}`,
          values: teams.map((_, team) => Math.round((70_000 - team * 19_000) / (at + 1))),
        })),
        unit: usd,
      }}
      height={160}
      empty={null}
      fileName="late"
    />
  );
}

function Areas() {
  const { t } = useTranslation('gallery-samples');
  const nameOf = useBucketName();
  const data = useMonths(
    buckets.map((bucket, at) => ({
      id: bucket,
      name: nameOf(bucket),
      kind: 'area',
      tone: `bucket-${bucket}`,
      values: months.map((_, month) =>
        Math.round((52_000 + month * (5_000 - at * 2_000)) / (at + 1)),
      ),
    })),
    usd,
  );
  return <MonthChart title={t('arrears')} data={data} fileName="late-course" />;
}

function Horizontal() {
  const { t } = useTranslation('gallery-samples');
  return (
    <LazyChart
      shape={chartShapes.horizontal}
      title={t('disbursed')}
      categoryTitle={t('products')}
      data={useProducts(t('disbursed'))}
      height={180}
      empty={null}
      fileName="products"
    />
  );
}

function Donut() {
  const { t } = useTranslation('gallery-samples');
  return (
    <LazyChart
      shape={chartShapes.donut}
      title={t('outstanding')}
      categoryTitle={t('products')}
      data={useProducts(t('outstanding'))}
      height={240}
      empty={null}
      fileName="shares"
    />
  );
}

function Radar() {
  const { t } = useTranslation('gallery-samples');
  const measures = ['contactRate', 'promisesKept', 'collectedOfDue', 'visitsDone', 'onTime'];
  const line = (id: 'delta' | 'harbour', tone: 1 | 3, values: (number | null)[]) =>
    ({ id, name: t(id), kind: 'line', tone, values }) as const;
  return (
    <LazyChart
      shape={chartShapes.radar}
      title={t('teams')}
      categoryTitle={t('measure')}
      data={{
        categories: measures.map((id) => ({ id, label: t(id) })),
        series: [
          line('delta', 1, [61.5, 78.2, 84.1, 55.3, 70.4]),
          line('harbour', 3, [72.3, 64.7, 76.9, null, 81.2]),
        ],
        unit: { kind: 'percent' },
      }}
      height={300}
      empty={null}
      fileName="teams"
    />
  );
}

function Scatter() {
  const { t } = useTranslation('gallery-samples');
  const format = useFormat();
  const loans = [18, 24, 27, 31, 34, 38, 42, 45, 51, 56, 63, 72];
  const kept = [88.1, 84.6, 90.2, 79.4, 82.3, 75.8, 78.9, 70.1, 73.5, 64.2, 66.8, 55.4];
  return (
    <LazyChart
      shape={chartShapes.scatter}
      title={t('promisesKept')}
      categoryTitle={t('agents')}
      data={{
        categories: loans.map((count, at) => ({
          id: String(count),
          label: t('agentNumber', { number: format.count(at + 1) }),
        })),
        series: [
          { id: 'loans', name: t('loans'), kind: 'axis', tone: 1, values: loans },
          {
            id: 'kept',
            name: t('promisesKept'),
            kind: 'axis',
            tone: 1,
            unit: { kind: 'percent' },
            values: kept,
          },
        ],
        unit: { kind: 'count' },
      }}
      height={280}
      empty={null}
      fileName="agents"
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
    <MonthChart
      title={name}
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
  return <MonthChart title={name} data={data} loading fileName="loading" />;
}
