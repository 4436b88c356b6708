import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { TitleButton } from '../../../ui/button/TitleButton.tsx';
import { LazyChart } from '../../../ui/chart/LazyChart.tsx';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { DefinedPanel } from '../../../ui/page/DefinedPanel.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { useIsPhone } from '../../../ui/state/use-media.ts';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { historyQuery, type Collateral, type CollateralBook } from './collateral.queries.ts';
import { useAddress } from '../../../lib/use-address.ts';

type AssetTableProps = { book: CollateralBook; collateral: Collateral };

/** The total held of each asset with the latest price and its age, and the price history. */
export function AssetTable({ book, collateral }: AssetTableProps) {
  const { t } = useTranslation('collateral');
  const isPhone = useIsPhone();
  const { currency } = book;
  const wide = useWideColumns(currency);
  const narrow = useNarrowColumns(currency);
  const rows = collateral.assets.map((asset) => ({
    ...asset,
    latest: asset.prices.find((price) => price.currency === currency),
    total: book.totals.find(({ assetId }) => assetId === asset.id),
  }));
  if (rows.length === 0) return <EmptyState title={t('asset.none')} hint={t('asset.hint')} />;
  return (
    <DefinedPanel title={t('asset.title')} definition={t('asset.definition')}>
      <Stack gap={6}>
        <FigureTable
          label={t('asset.title')}
          rows={rows}
          rowId={({ id }) => id}
          columns={isPhone ? narrow : wide}
        />
        <PriceHistory currency={currency} collateral={collateral} />
      </Stack>
    </DefinedPanel>
  );
}

type AssetRow = Collateral['assets'][number] & {
  readonly latest: Collateral['assets'][number]['prices'][number] | undefined;
  readonly total: CollateralBook['totals'][number] | undefined;
};

type AssetColumns = readonly FigureColumn<AssetRow>[];

function useWideColumns(currency: string): AssetColumns {
  const { t } = useTranslation('collateral');
  const format = useFormat();
  return [
    {
      id: 'asset',
      header: t('asset.asset'),
      wide: true,
      cell: (row) => <AssetName {...row} />,
    },
    {
      id: 'price',
      header: t('asset.price', { currency }),
      align: 'end',
      cell: (row) => <LatestPrice {...row} />,
    },
    { id: 'age', header: t('asset.age'), cell: (row) => <PriceAge {...row} /> },
    {
      id: 'source',
      header: t('asset.source'),
      cell: ({ latest }) => <bdi>{latest?.source ?? ''}</bdi>,
    },
    {
      id: 'quantity',
      header: t('asset.quantity'),
      align: 'end',
      cell: (row) => <Quantity {...row} />,
    },
    {
      id: 'value',
      header: t('figures.value'),
      align: 'end',
      cell: (row) => <Value {...row} currency={currency} />,
    },
    {
      id: 'loans',
      header: t('asset.loans'),
      align: 'end',
      cell: (row) => <Loans {...row} nameOf={format.count} />,
    },
  ];
}

/** On a phone, the price is below the asset, and quantity and loans are below the value. */
function useNarrowColumns(currency: string): AssetColumns {
  const { t } = useTranslation('collateral');
  const format = useFormat();
  const counted = (count: number) => t('asset.loanCount', { count, loans: format.count(count) });
  return [
    {
      id: 'asset',
      header: t('asset.asset'),
      wide: true,
      cell: (row) => (
        <CellPair
          first={<AssetName {...row} />}
          second={
            <>
              <LatestPrice {...row} />
              {row.latest && ' · '}
              <PriceAge {...row} />
            </>
          }
        />
      ),
    },
    {
      id: 'value',
      header: t('figures.value'),
      align: 'end',
      cell: (row) => (
        <CellPair
          first={<Value {...row} currency={currency} />}
          second={
            <>
              <Quantity {...row} />
              {row.total && ' · '}
              <Loans {...row} nameOf={counted} />
            </>
          }
        />
      ),
    },
  ];
}

function AssetName({ symbol, name }: AssetRow) {
  return (
    <>
      <bdi>{symbol}</bdi>{' '}
      <Text as="bdi" tone="muted" size="caption">
        {name}
      </Text>
    </>
  );
}

function LatestPrice({ id, latest }: AssetRow) {
  const format = useFormat();
  const [, setPrices] = useAddress('prices');
  if (!latest) return '–';
  return (
    <TitleButton onClick={() => setPrices(id)}>
      <bdi dir="ltr">{format.decimal(latest.price, decimalsOf(latest.price, 2))}</bdi>
    </TitleButton>
  );
}

function PriceAge({ latest }: AssetRow) {
  const { t } = useTranslation('collateral');
  if (!latest) return null;
  return (
    <Text as="span" tone={latest.isFresh ? 'soft' : 'late'}>
      <InstantText at={latest.pricedAt} style="ago" />
      {!latest.isFresh && ` · ${t('asset.tooOld')}`}
    </Text>
  );
}

function Quantity({ total }: AssetRow) {
  const format = useFormat();
  if (!total) return null;
  return <bdi dir="ltr">{format.decimal(total.quantity, decimalsOf(total.quantity, 0))}</bdi>;
}

function Value({ total, currency }: AssetRow & { readonly currency: string }) {
  const { t } = useTranslation('collateral');
  if (!total) return null;
  if (total.valueMinor === null) return t('unknown');
  return <Money amountMinor={total.valueMinor} currency={currency} withCurrency={false} />;
}

function Loans({ id, total, nameOf }: AssetRow & { readonly nameOf: (loans: number) => string }) {
  const [, setAsset] = useAddress('asset');
  if (!total) return null;
  return <TitleButton onClick={() => setAsset(id)}>{nameOf(total.loans)}</TitleButton>;
}

export function decimalsOf(plain: string, least: number): number {
  return Math.max(least, plain.split('.')[1]?.length ?? 0);
}

/** Shows one asset at a time: next to an expensive asset, a cheap one would be a flat line. */
function PriceHistory({ currency, collateral }: { currency: string; collateral: Collateral }) {
  const { t } = useTranslation('collateral');
  const format = useFormat();
  const [asked, setAsked] = useAddress('chart');
  const [span] = useAddress('span');
  const query = useQuery(historyQuery(span === 'year' ? 'year' : 'month'));
  const book = query.data?.books.find((one) => one.currency === currency);
  const drawn = collateral.assets.filter(({ prices }) =>
    prices.some((price) => price.currency === currency),
  );
  const asset = drawn.find(({ id }) => id === asked) ?? drawn[0];
  if (!asset) return null;
  const values = book?.prices.find(({ assetId }) => assetId === asset.id)?.values ?? [];
  const fractionDigits = Math.max(2, ...values.map((value) => decimalsOf(value ?? '', 2)));
  return (
    <Stack gap={3}>
      <SegmentedChoice
        label={t('asset.chart')}
        choices={drawn.map(({ id, symbol }) => ({ value: id, label: symbol }))}
        chosen={asset.id}
        onChoose={setAsked}
      />
      <LazyChart
        title={t('asset.priceOf', { symbol: asset.symbol, currency })}
        categoryTitle={t('history.day')}
        loading={query.isPending}
        data={{
          categories: (query.data?.days ?? []).map((on) => ({
            id: on,
            label: format.day(on, 'medium'),
            ...(span === 'year' ? { month: on } : { shortLabel: format.day(on, 'bare') }),
          })),
          series: [
            {
              id: asset.symbol,
              name: t('asset.priceOf', { symbol: asset.symbol, currency }),
              kind: 'line',
              tone: 1,
              values: values.map((value) => (value === null ? null : Number(value))),
            },
          ],
          unit: { kind: 'decimal', fractionDigits },
        }}
        height={200}
        empty={<Text tone="muted">{t('asset.noPrices')}</Text>}
        fileName={`prices-${asset.symbol}-${currency}`}
      />
    </Stack>
  );
}
