import type { DigitalAsset, SecuredLoan } from '@bursar/contracts/reporting/collateral';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { uuidv7 } from 'uuidv7';
import { useContractForm } from '../../../lib/contract-form.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../lib/session-query.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ReasonDialog } from '../../../ui/overlay/ReasonDialog.tsx';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { StatStrip, StatTile } from '../../../ui/page/StatTile.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { decimalsOf } from './AssetTable.tsx';
import { MoveDialog } from './CollateralDialogs.tsx';
import {
  loanCollateralQuery,
  useOpposeCollateral,
  type CollateralEvent,
  type LoanCollateral,
} from './collateral.queries.ts';
import { StateText } from './SecuredLoans.tsx';
import { useAddress } from '../../../lib/use-address.ts';

/** The loan that the address opens: its holdings and their events. */
export function LoanDrawer({ assets }: { assets: readonly DigitalAsset[] }) {
  const { t } = useTranslation('collateral');
  const [asked, setLoan] = useAddress('loan');
  const loanId = useLastShown(asked);
  const query = useQuery({ ...loanCollateralQuery(loanId ?? ''), enabled: loanId !== null });
  return (
    <SideDrawer
      opened={asked !== null}
      onClose={() => setLoan(null)}
      title={t('loan.title', { loan: query.data?.loanReference ?? '' })}
      size="table"
    >
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={8} />}>
        {(collateral) => <OneLoan loanId={loanId ?? ''} collateral={collateral} assets={assets} />}
      </Loaded>
    </SideDrawer>
  );
}

type OneLoanProps = {
  loanId: string;
  collateral: LoanCollateral;
  assets: readonly DigitalAsset[];
};

function OneLoan({ loanId, collateral, assets }: OneLoanProps) {
  const { t } = useTranslation('collateral');
  const mayMove = useMay('move-collateral');
  const isAdmin = useSession()?.role === 'admin';
  const [event, setEvent] = useState<'pledge' | 'release' | null>(null);
  const shown = useLastShown(event) ?? 'pledge';
  const { secured, loanReference, events } = collateral;
  const held = assets.filter(({ id }) => secured?.holdings.some(({ assetId }) => assetId === id));
  return (
    <Stack gap={6}>
      <Row gap={3} justify="between">
        {isAdmin ? <span /> : <Link to={paths.loanDetails(loanId)}>{t('loan.open')}</Link>}
        {mayMove && !isAdmin && (
          <Row gap={2}>
            <Button onClick={() => setEvent('pledge')}>{t('move.pledge')}</Button>
            {held.length > 0 && (
              <Button onClick={() => setEvent('release')}>{t('move.release')}</Button>
            )}
          </Row>
        )}
      </Row>
      {secured ? <Holdings secured={secured} /> : <EmptyState title={t('loan.nothing')} />}
      <Events loanId={loanId} events={events} mayMove={mayMove && !isAdmin} />
      <MoveDialog
        key={shown}
        opened={event !== null}
        onClose={() => setEvent(null)}
        event={shown}
        assets={shown === 'release' ? held : assets}
        loan={{ id: loanId, reference: loanReference }}
      />
    </Stack>
  );
}

function Holdings({ secured }: { secured: SecuredLoan }) {
  const { t } = useTranslation('collateral');
  const format = useFormat();
  const { currency, holdings, ltvBps, valueMinor, outstandingMinor, state } = secured;
  const money = (amountMinor: number | null) =>
    amountMinor === null ? (
      t('unknown')
    ) : (
      <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
    );
  type Holding = (typeof holdings)[number];
  return (
    <Stack gap={4}>
      <StatStrip label={t('figures.label', { currency })}>
        <StatTile
          label={t('loans.ratio')}
          value={ltvBps === null ? '–' : format.percent(ltvBps / 100, 1)}
          note={<StateText state={state} />}
        />
        <StatTile label={t('figures.value')} value={money(valueMinor)} note={currency} />
        <StatTile
          label={t('figures.outstanding')}
          value={money(outstandingMinor)}
          note={currency}
        />
      </StatStrip>
      <FigureTable
        label={t('loan.held')}
        rows={holdings}
        rowId={({ assetId }) => assetId}
        columns={[
          {
            id: 'asset',
            header: t('asset.asset'),
            cell: ({ symbol }: Holding) => <bdi>{symbol}</bdi>,
          },
          {
            id: 'quantity',
            header: t('asset.quantity'),
            align: 'end',
            cell: ({ quantity }: Holding) => (
              <bdi dir="ltr">{format.decimal(quantity, decimalsOf(quantity, 0))}</bdi>
            ),
          },
          {
            id: 'price',
            header: t('asset.price', { currency }),
            align: 'end',
            cell: ({ price }: Holding) =>
              price === null ? (
                '–'
              ) : (
                <bdi dir="ltr">{format.decimal(price, decimalsOf(price, 2))}</bdi>
              ),
          },
          {
            id: 'age',
            header: t('asset.age'),
            cell: ({ pricedAt, isFresh }: Holding) =>
              pricedAt && (
                <Text as="span" tone={isFresh ? 'soft' : 'late'}>
                  <InstantText at={pricedAt} style="ago" />
                </Text>
              ),
          },
          {
            id: 'value',
            header: t('figures.value'),
            align: 'end',
            cell: ({ valueMinor: value }: Holding) => money(value),
          },
        ]}
      />
    </Stack>
  );
}

type EventsProps = { loanId: string; events: readonly CollateralEvent[]; mayMove: boolean };

/** Every event with the user who made it; the opposite event undoes a wrong one. */
function Events({ loanId, events, mayMove }: EventsProps) {
  const { t } = useTranslation(['collateral', 'failures']);
  const format = useFormat();
  const [opposed, setOpposed] = useState<CollateralEvent | null>(null);
  const form = useContractForm({
    name: 'oppose',
    opened: opposed !== null,
    empty: () => ({ id: uuidv7(), reason: '' }),
    rules: ({ reason }) => ({
      reason: reason.trim() === '' ? t('failures:reason_missing') : undefined,
    }),
    body: (values) => opposed && { ...values, loanId, collateralId: opposed.id },
    mutation: useOpposeCollateral(),
    onSent: () => setOpposed(null),
  });
  if (events.length === 0) return null;
  return (
    <>
      <FigureTable
        label={t('loan.events')}
        rows={events}
        rowId={({ id }) => id}
        rowMark={({ isOpposed }) => (isOpposed ? 'void' : undefined)}
        columns={[
          {
            id: 'day',
            header: t('history.day'),
            cell: ({ valueDate }) => <DayText day={valueDate} style="medium" />,
          },
          { id: 'event', header: t('loan.event'), cell: ({ event }) => t(`event.${event}`) },
          {
            id: 'quantity',
            header: t('asset.quantity'),
            align: 'end',
            cell: ({ quantity, symbol }) => (
              <bdi dir="ltr">{`${format.decimal(quantity, decimalsOf(quantity, 0))} ${symbol}`}</bdi>
            ),
          },
          {
            id: 'custody',
            header: t('move.custody'),
            wide: true,
            cell: ({ custody, reason }) => <bdi>{reason || custody}</bdi>,
          },
          { id: 'by', header: t('price.by'), cell: ({ madeBy }) => <bdi>{madeBy}</bdi> },
          ...(mayMove
            ? [
                {
                  id: 'act',
                  header: t('actions'),
                  align: 'action' as const,
                  cell: (event: CollateralEvent) =>
                    event.opposesId === null &&
                    !event.isOpposed && (
                      <Button kind="quiet" size="compact" onClick={() => setOpposed(event)}>
                        {t('takeBack')}
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
      />
      <ReasonDialog
        opened={opposed !== null}
        onClose={() => setOpposed(null)}
        title={t('loan.opposeTitle')}
        meaning={t('loan.opposeMeaning')}
        reason={{ ...form.field('reason'), label: t('reason') }}
        submitLabel={t('takeBack')}
        {...form.dialog}
      />
    </>
  );
}
