import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button.tsx';
import { LazyChart } from '../../../ui/chart/LazyChart.tsx';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { DefinedPanel } from '../../../ui/page/DefinedPanel.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { historyQuery, type Collateral, type CollateralBook } from './collateral.queries.ts';
import { useAddress } from '../../../lib/use-address.ts';

type AssetTableProps = { book: CollateralBook; collateral: Collateral };

/** The total held of each asset with the latest price and its age, and the price history. */
export function AssetTable({ book, collateral }: AssetTableProps) {
  const { t } = useTranslation('collateral');
  const format = useFormat();
  const [, setAsset] = useAddress('asset');
  const [, setPrices] = useAddress('prices');
  const { currency } = book;
  const rows = collateral.assets.map((asset) => ({
    ...asset,
    latest: asset.prices.find((price) => price.currency === currency),
    total: book.totals.find(({ assetId }) => assetId === asset.id),
  }));
  type Row = (typeof rows)[number];
  if (rows.length === 0) return <EmptyState title={t('asset.none')} hint={t('asset.hint')} />;
  return (
    <DefinedPanel title={t('asset.title')} definition={t('asset.definition')}>
      <Stack gap={6}>
        <FigureTable
          label={t('asset.title')}
          rows={rows}
          rowId={({ id }) => id}
          columns={[
            {
              id: 'asset',
              header: t('asset.asset'),
              wide: true,
              cell: ({ symbol, name }: Row) => (
                <>
                  <bdi>{symbol}</bdi>{' '}
                  <Text as="bdi" tone="muted" size="caption">
                    {name}
                  </Text>
                </>
              ),
            },
            {
              id: 'price',
              header: t('asset.price', { currency }),
              align: 'end',
              cell: ({ id, latest }: Row) =>
                latest ? (
                  <Button kind="quiet" size="compact" onClick={() => setPrices(id)}>
                    <bdi dir="ltr">{format.decimal(latest.price, decimalsOf(latest.price, 2))}</bdi>
                  </Button>
                ) : (
                  '–'
                ),
            },
            {
              id: 'age',
              header: t('asset.age'),
              cell: ({ latest }: Row) =>
                latest && (
                  <Text as="span" tone={latest.isFresh ? 'soft' : 'late'}>
                    <InstantText at={latest.pricedAt} style="ago" />
                    {!latest.isFresh && ` · ${t('asset.tooOld')}`}
                  </Text>
                ),
            },
            {
              id: 'source',
              header: t('asset.source'),
              cell: ({ latest }: Row) => <bdi>{latest?.source ?? ''}</bdi>,
            },
            {
              id: 'quantity',
              header: t('asset.quantity'),
              align: 'end',
              cell: ({ total }: Row) =>
                total && (
                  <bdi dir="ltr">
                    {format.decimal(total.quantity, decimalsOf(total.quantity, 0))}
                  </bdi>
                ),
            },
            {
              id: 'value',
              header: t('figures.value'),
              align: 'end',
              cell: ({ total }: Row) =>
                total &&
                (total.valueMinor === null ? (
                  t('unknown')
                ) : (
                  <Money amountMinor={total.valueMinor} currency={currency} withCurrency={false} />
                )),
            },
            {
              id: 'loans',
              header: t('asset.loans'),
              align: 'end',
              cell: ({ id, total }: Row) =>
                total && (
                  <Button kind="quiet" size="compact" onClick={() => setAsset(id)}>
                    {format.count(total.loans)}
                  </Button>
                ),
            },
          ]}
        />
        <PriceHistory currency={currency} collateral={collateral} />
      </Stack>
    </DefinedPanel>
  );
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
            shortLabel: format.day(on, span === 'year' ? 'month' : 'bare'),
          })),
          series: [
            {
              id: asset.symbol,
              name: t('asset.priceOf', { symbol: asset.symbol, currency }),
              kind: 'line',
              tone: 2,
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
