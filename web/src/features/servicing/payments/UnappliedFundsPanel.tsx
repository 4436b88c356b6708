import type { Refund } from '@bursar/contracts/servicing/unapplied-funds';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../lib/session-query.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { RefundDialog, UndoRefundDialog, type LoanWithUnappliedFunds } from './RefundDialogs.tsx';
import type { UnappliedFunds } from './payments.queries.ts';

/** The credit balance and its refunds; not rendered if there are none. */
export function UnappliedFundsPanel({
  loan,
  unappliedFunds,
}: {
  loan: LoanWithUnappliedFunds;
  unappliedFunds: UnappliedFunds;
}) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const mayRefund = useMay('refund-credit');
  const [isRefunding, setRefunding] = useState(false);
  const [undoing, setUndoing] = useState<Refund | null>(null);
  const {
    creditMinor,
    currency,
    refunds,
    refundRequestId,
    needsApproval: isAsked,
  } = unappliedFunds;
  if (creditMinor === 0 && refunds.length === 0) return null;
  return (
    <Panel title={t('credit.title')}>
      <Stack gap={4}>
        <Row justify="between">
          <Text tone="muted">
            {creditMinor > 0
              ? t('credit.kept', { amount: format.amount(creditMinor, currency) })
              : t('credit.none')}
          </Text>
          {refundRequestId && (
            <Link to={paths.approval(refundRequestId)}>
              <StatusBadge tone="soon">{t('credit.state.refundAwaited')}</StatusBadge>
            </Link>
          )}
          {mayRefund && creditMinor > 0 && !refundRequestId && (
            <Button onClick={() => setRefunding(true)}>{t('credit.refund.action')}</Button>
          )}
        </Row>
        {refunds.length > 0 && (
          <FigureTable
            label={t('credit.refunds')}
            columns={refundColumns(t, { currency, onUndo: mayRefund ? setUndoing : null })}
            rows={refunds}
            rowId={({ id }) => id}
            rowMark={({ undone }) => (undone ? 'void' : undefined)}
          />
        )}
      </Stack>
      <RefundDialog
        loan={loan}
        creditMinor={creditMinor}
        opened={isRefunding}
        isAsked={isAsked}
        onClose={() => setRefunding(false)}
      />
      <UndoRefundDialog
        loan={loan}
        refund={undoing}
        isAsked={isAsked}
        onClose={() => setUndoing(null)}
      />
    </Panel>
  );
}

type Shown = {
  readonly currency: string;
  /** Null if the user may not undo a refund. */
  readonly onUndo: ((refund: Refund) => void) | null;
};

function refundColumns(
  t: TFunction<'payments'>,
  { currency, onUndo }: Shown,
): readonly FigureColumn<Refund>[] {
  return [
    {
      id: 'refund',
      header: t('credit.column.refund'),
      wide: true,
      cell: ({ method, madeBy, reason, undone }) => (
        <CellPair
          first={
            <>
              {t(`method.${method}`)} · <bdi>{madeBy}</bdi>
            </>
          }
          second={<bdi>{[reason, undone?.reason].filter(Boolean).join(' · ')}</bdi>}
        />
      ),
    },
    {
      id: 'amount',
      header: t('column.amount'),
      align: 'end',
      cell: ({ amountMinor, madeAt }) => (
        <CellPair
          first={<Money amountMinor={amountMinor} currency={currency} />}
          second={<InstantText at={madeAt} style="medium" />}
        />
      ),
    },
    {
      id: 'action',
      header: t('column.action'),
      align: 'action',
      cell: (refund) => <RefundState refund={refund} onUndo={onUndo} />,
    },
  ];
}

function RefundState({ refund, onUndo }: { refund: Refund; onUndo: Shown['onUndo'] }) {
  const { t } = useTranslation('payments');
  const { undone, undoRequestId } = refund;
  if (undone) return <StatusBadge tone="done">{t('credit.state.undone')}</StatusBadge>;
  if (undoRequestId) {
    return (
      <Link to={paths.approval(undoRequestId)}>
        <StatusBadge tone="soon">{t('credit.state.awaited')}</StatusBadge>
      </Link>
    );
  }
  return (
    onUndo && (
      <Button kind="quiet" size="compact" onClick={() => onUndo(refund)}>
        {t('credit.undo.action')}
      </Button>
    )
  );
}
