import type { DigitalAsset, EnteredPrice } from '@bursar/contracts/reporting/collateral';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useContractForm } from '../../../lib/contract-form.ts';
import { failureOf } from '../../../lib/load-of.ts';
import { useMay } from '../../../lib/session-query.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ReasonDialog } from '../../../ui/overlay/ReasonDialog.tsx';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { decimalsOf } from './AssetTable.tsx';
import { pricesQuery, useWithdrawPrice } from './collateral.queries.ts';
import { useAddress } from '../../../lib/use-address.ts';

/**
 * The entered prices of the asset that the URL parameter `prices` names. Users who may enter prices
 * can withdraw a wrong one.
 */
export function PricesDrawer({ assets }: { assets: readonly DigitalAsset[] }) {
  const { t } = useTranslation('collateral');
  const [asked, setAsked] = useAddress('prices');
  const asset = useLastShown(assets.find(({ id }) => id === asked) ?? null);
  return (
    <SideDrawer
      opened={asked !== null && asset !== null}
      onClose={() => setAsked(null)}
      title={t('price.title', { symbol: asset?.symbol ?? '' })}
      size="table"
    >
      {asset && <Prices key={asset.id} asset={asset} />}
    </SideDrawer>
  );
}

function Prices({ asset }: { asset: DigitalAsset }) {
  const { t } = useTranslation(['collateral', 'failures']);
  const format = useFormat();
  const list = useInfiniteQuery(pricesQuery(asset.id));
  const mayPrice = useMay('price-collateral');
  const isAdmin = useSession()?.role === 'admin';
  const [wrong, setWrong] = useState<EnteredPrice | null>(null);
  const form = useContractForm({
    name: 'withdraw',
    opened: wrong !== null,
    empty: () => ({ id: uuidv7(), reason: '' }),
    rules: ({ reason }) => ({
      reason: reason.trim() === '' ? t('failures:reason_missing') : undefined,
    }),
    body: (values) => wrong && { ...values, priceId: wrong.id },
    mutation: useWithdrawPrice(),
    onSent: () => setWrong(null),
  });
  const rows = list.data?.pages.flatMap((page) => page.rows);
  return (
    <Loaded load={{ data: rows, failure: failureOf(list) }} waiting={<SkeletonLines lines={8} />}>
      {(prices) => (
        <Stack gap={2}>
          <FigureTable
            label={t('price.title', { symbol: asset.symbol })}
            rows={prices}
            rowId={({ id }) => id}
            rowMark={({ withdrawn }) => (withdrawn ? 'void' : undefined)}
            columns={[
              {
                id: 'at',
                header: t('price.time'),
                cell: ({ pricedAt }) => <InstantText at={pricedAt} />,
              },
              {
                id: 'price',
                header: t('price.price'),
                align: 'end',
                cell: ({ price, currency }) => (
                  <bdi dir="ltr">{`${format.decimal(price, decimalsOf(price, 2))} ${currency}`}</bdi>
                ),
              },
              {
                id: 'source',
                header: t('asset.source'),
                wide: true,
                cell: ({ source, fromFile, withdrawn }) => (
                  <>
                    <bdi>{source}</bdi>
                    <Text tone="muted" size="caption">
                      {withdrawn
                        ? t('price.withdrawn', { by: withdrawn.by, reason: withdrawn.reason })
                        : t(fromFile ? 'price.fromFile' : 'price.byHand')}
                    </Text>
                  </>
                ),
              },
              { id: 'by', header: t('price.by'), cell: ({ enteredBy }) => <bdi>{enteredBy}</bdi> },
              ...(mayPrice && !isAdmin
                ? [
                    {
                      id: 'act',
                      header: t('actions'),
                      align: 'action' as const,
                      cell: (price: EnteredPrice) =>
                        price.withdrawn === null && (
                          <Button kind="quiet" size="compact" onClick={() => setWrong(price)}>
                            {t('price.withdraw')}
                          </Button>
                        ),
                    },
                  ]
                : []),
            ]}
          />
          <MoreRows shown={prices.length} pages={list} />
          <ReasonDialog
            opened={wrong !== null}
            onClose={() => setWrong(null)}
            title={t('price.withdrawTitle')}
            meaning={t('price.withdrawMeaning')}
            reason={{ ...form.field('reason'), label: t('reason') }}
            submitLabel={t('price.withdraw')}
            {...form.dialog}
          />
        </Stack>
      )}
    </Loaded>
  );
}
