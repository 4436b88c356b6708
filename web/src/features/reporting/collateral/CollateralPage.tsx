import { historySpans } from '@bursar/contracts/reporting/collateral.values';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../../lib/load-of.ts';
import { useMay } from '../../../lib/session-query.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { chartShapes } from '../../../ui/chart/chart-shapes.ts';
import { LazyChart } from '../../../ui/chart/LazyChart.tsx';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Menu } from '../../../ui/menu/Menu.tsx';
import { ChartPanel } from '../../../ui/chart/ChartPanel.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Reserved } from '../../../ui/page/Reserved.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { StatStrip, StatTile } from '../../../ui/page/StatTile.tsx';
import { AssetTable } from './AssetTable.tsx';
import {
  collateralQuery,
  historyQuery,
  type Collateral,
  type CollateralBook,
} from './collateral.queries.ts';
import { AssetDialog, MarginDialog, MoveDialog, PriceDialog } from './CollateralDialogs.tsx';
import { ImportPrices } from './ImportPrices.tsx';
import { LoanDrawer } from './LoanDrawer.tsx';
import { PricesDrawer } from './PricesDrawer.tsx';
import { marginTones, SecuredLoans, useOpenLoans } from './SecuredLoans.tsx';
import { useAddress } from '../../../lib/use-address.ts';

type Opened = 'asset' | 'price' | 'file' | 'margin' | 'pledge';

/** `/crypto`: digital assets pledged for loans, at prices that users entered. */
export function CollateralPage() {
  const { t } = useTranslation('collateral');
  const role = useSession()?.role ?? 'user';
  const query = useQuery(collateralQuery);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const { data } = query;
  const assets = data?.assets ?? [];
  const dialog = (name: Opened) => ({ opened: opened === name, onClose: close });
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t(`description.${role}`)}
        actions={
          query.isPending ? (
            <Reserved>
              <Actions hasAssets onOpen={setOpened} />
            </Reserved>
          ) : (
            <Actions hasAssets={assets.length > 0} onOpen={setOpened} />
          )
        }
      />
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={16} />}>
        {(collateral) => (
          <Stack gap={8}>
            {collateral.books.map((book, at) => (
              <Stack key={book.currency} gap={8}>
                {collateral.books.length > 1 && (
                  <Text tone="muted" weight="medium">
                    {t('book', { currency: book.currency })}
                  </Text>
                )}
                <Stack gap={3}>
                  <Figures book={book} collateral={collateral} />
                  {at === 0 && <PricesAreEntered collateral={collateral} />}
                </Stack>
                <RatioHistory currency={book.currency} collateral={collateral} />
                <SecuredLoans book={book} />
                <AssetTable book={book} collateral={collateral} />
              </Stack>
            ))}
          </Stack>
        )}
      </Loaded>
      <LoanDrawer assets={assets} />
      <PricesDrawer assets={assets} />
      <AssetDialog {...dialog('asset')} />
      <PriceDialog
        {...dialog('price')}
        assets={assets}
        currencies={data?.books.map(({ currency }) => currency) ?? []}
      />
      <MoveDialog {...dialog('pledge')} assets={assets} loan={null} event="pledge" />
      <ImportPrices {...dialog('file')} />
      {data?.line && <MarginDialog {...dialog('margin')} line={data.line} />}
    </>
  );
}

type ActionsProps = { hasAssets: boolean; onOpen: (name: Opened) => void };

function Actions({ hasAssets, onOpen }: ActionsProps) {
  const { t } = useTranslation('collateral');
  const [mayPrice, mayMove] = [useMay('price-collateral'), useMay('move-collateral')];
  const isAdmin = useSession()?.role === 'admin';
  if (isAdmin) return null;
  return (
    <>
      {mayPrice && (
        <Menu
          trigger={<Button>{t('more')}</Button>}
          actions={[
            { id: 'asset', label: t('asset.add'), onSelect: () => onOpen('asset') },
            { id: 'file', label: t('file.open'), onSelect: () => onOpen('file') },
            { id: 'margin', label: t('margin.open'), onSelect: () => onOpen('margin') },
          ]}
        />
      )}
      {mayPrice && hasAssets && <Button onClick={() => onOpen('price')}>{t('price.enter')}</Button>}
      {mayMove && hasAssets && (
        <Button kind="primary" onClick={() => onOpen('pledge')}>
          {t('move.pledge')}
        </Button>
      )}
    </>
  );
}

/** Says that the figures are based on entered prices, and how old those are. */
function PricesAreEntered({ collateral: { assets, line } }: { collateral: Collateral }) {
  const { t } = useTranslation('collateral');
  const format = useFormat();
  const prices = assets.flatMap((asset) => asset.prices);
  const oldest = prices.toSorted((one, other) => (one.pricedAt < other.pricedAt ? -1 : 1))[0];
  const stale = prices.filter(({ isFresh }) => !isFresh).length;
  return (
    <Box as="p" pretty size="table" tone={stale > 0 ? 'soon' : 'muted'}>
      {line
        ? t('entered.limit', {
            count: line.priceMaxAgeHours,
            hours: format.count(line.priceMaxAgeHours),
          })
        : t('entered.limits')}{' '}
      {oldest && t('entered.oldest', { ago: format.instant(oldest.pricedAt, 'ago') })}{' '}
      {stale > 0 && t('entered.stale', { count: stale, prices: format.count(stale) })}
    </Box>
  );
}

type BookProps = { book: CollateralBook; collateral: Collateral };

function Figures({ book, collateral: { line } }: BookProps) {
  const { t } = useTranslation('collateral');
  const format = useFormat();
  const { currency, states, loans, ltvBps } = book;
  const money = (amountMinor: number) => <Money amountMinor={amountMinor} currency={currency} />;
  const over = states.call + states.warning;
  const open = useOpenLoans(currency);
  return (
    <StatStrip label={t('figures.label', { currency })}>
      <StatTile
        label={t('figures.ratio')}
        value={ltvBps === null ? '–' : format.percent(ltvBps / 100, 1)}
        note={
          line
            ? t('figures.line', {
                warning: format.percent(line.warningBps / 100, 1),
                call: format.percent(line.callBps / 100, 1),
              })
            : t('figures.lines')
        }
        onOpen={() => open({})}
      />
      <StatTile
        label={t('figures.value')}
        value={money(book.valueMinor)}
        note={
          states.unpriced === 0
            ? t('figures.allPriced')
            : t('figures.unpriced', {
                count: states.unpriced,
                loans: format.count(states.unpriced),
              })
        }
        onOpen={() => open({})}
      />
      <StatTile
        label={t('figures.outstanding')}
        value={money(book.outstandingMinor)}
        note={t('figures.loans', { count: loans, loans: format.count(loans) })}
        onOpen={() => open({})}
      />
      <StatTile
        label={t('figures.over')}
        value={format.count(over)}
        tone={states.call > 0 ? 'late' : over > 0 ? 'soon' : 'good'}
        note={t('figures.called', { count: states.call, loans: format.count(states.call) })}
        onOpen={() => open({ state: 'over' })}
      />
    </StatStrip>
  );
}

/**
 * The loan-to-value of past days with the margin lines; selecting a day opens the loans as of its
 * end.
 */
function RatioHistory({
  currency,
  collateral: { line },
}: {
  currency: string;
  collateral: Collateral;
}) {
  const { t } = useTranslation('collateral');
  const format = useFormat();
  const [asked, setAsked] = useAddress('span');
  const span = historySpans.find((one) => one === asked) ?? 'month';
  const open = useOpenLoans(currency);
  const query = useQuery(historyQuery(span));
  const points = query.data?.books.find((book) => book.currency === currency)?.points ?? [];
  const level = (state: 'warning' | 'call', bps: number) => ({
    id: state,
    name: t(`state.${state}`),
    kind: 'line' as const,
    tone: marginTones[state],
    isLimit: true,
    values: points.map(() => bps / 100),
  });
  return (
    <ChartPanel
      title={t('history.title')}
      definition={t('history.definition')}
      note={
        <SegmentedChoice
          label={t('history.span')}
          choices={historySpans.map((value) => ({ value, label: t(`history.${value}`) }))}
          chosen={span}
          onChoose={setAsked}
        />
      }
    >
      <LazyChart
        shape={chartShapes.lines}
        title={t('history.title')}
        categoryTitle={t('history.day')}
        loading={query.isPending}
        data={{
          categories: points.map(({ on }) => ({
            id: on,
            label: format.day(on, 'medium'),
            ...(span === 'month' ? { shortLabel: format.day(on, 'bare') } : { month: on }),
          })),
          series: [
            {
              id: 'ratio',
              name: t('history.ratio'),
              kind: 'line',
              tone: 1,
              values: points.map(({ ltvBps }) => (ltvBps === null ? null : ltvBps / 100)),
            },
            ...(line && points.some(({ ltvBps }) => ltvBps !== null)
              ? [level('warning', line.warningBps), level('call', line.callBps)]
              : []),
          ],
          unit: { kind: 'percent' },
        }}
        height={260}
        empty={<Text tone="muted">{t('history.none')}</Text>}
        onSelect={(on) => open({ on })}
        fileName={`loan-to-value-${currency}`}
      />
    </ChartPanel>
  );
}
