import type { Payment } from '@bursar/contracts/servicing/payments';
import { IconArrowBackUp, IconDots, IconReceipt } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AllocationField } from '@bursar/loan-maths/allocated-amounts';
import type { TFunction } from 'i18next';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { IconButton } from '../../../ui/button/Button.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { InstantOfDay } from '../../../ui/format/InstantText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Menu } from '../../../ui/menu/Menu.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import type { FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { otherHolderOf, sumPayments, type PaymentLine } from './payment-lines.ts';
import type { ReversalWay } from './ReversalDialog.tsx';
import classes from './Payments.module.css';

/**
 * The room for the table: `medium` is for screens of up to 84 em that are wider than a phone, such
 * as a tablet or a small laptop, where the menu takes part of the width.
 */
export type PaymentTableSize = 'phone' | 'medium' | 'wide';

type Shown = {
  readonly size: PaymentTableSize;
  readonly currency: string;
  readonly payments: readonly Payment[];
  readonly lines: readonly PaymentLine[];
  /** True if a write-off or its undo is among the lines. */
  readonly hasLosses: boolean;
  /** Returns the way in which the user may reverse the payment; null if the user may not. */
  readonly wayOf: (payment: Payment) => ReversalWay | null;
  readonly onReverse: (payment: Payment) => void;
  readonly onReceipt: (payment: Payment) => void;
};

/** Returns the columns of payments that fit the size of the table. */
export function paymentColumns(
  t: TFunction<'payments'>,
  shown: Shown,
): readonly FigureColumn<PaymentLine>[] {
  return shown.size === 'phone' ? phoneColumns(t, shown) : columnsOfPage(t, shown);
}

/**
 * Returns the columns for wide and medium tables. Fees, penalties, credit, states, other holders
 * and notes have columns only if there are any; the method has a column only in a wide table.
 */
function columnsOfPage(
  t: TFunction<'payments'>,
  shown: Shown,
): readonly FigureColumn<PaymentLine>[] {
  const { payments, size } = shown;
  const occurring = (name: AllocationField) => payments.some((payment) => payment[name] > 0);
  const part = (name: AllocationField | 'creditMinor'): FigureColumn<PaymentLine> => ({
    id: name,
    header: t(`column.${name}`),
    cell: (line) => (
      <Money amountMinor={line[name]} currency={line.currency} withCurrency={false} />
    ),
    align: 'end',
  });
  return [
    {
      id: 'valueDate',
      header: t('column.valueDate'),
      cell: (line) =>
        size === 'wide' ? (
          dayOf(line)
        ) : (
          <CellPair first={dayOf(line)} second={line.payment && methodOf(t, line.payment)} />
        ),
    },
    {
      id: 'amount',
      header: amountHead(t, shown),
      cell: ({ amountMinor, currency }) => (
        <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
      ),
      align: 'end',
    },
    part('principalMinor'),
    part('interestMinor'),
    ...(occurring('feeMinor') ? [part('feeMinor')] : []),
    ...(occurring('penaltyMinor') ? [part('penaltyMinor')] : []),
    ...(payments.some(({ creditMinor }) => creditMinor > 0) ? [part('creditMinor')] : []),
    ...(shown.hasLosses || payments.some(isCorrected) ? [stateColumn(t)] : []),
    ...(size === 'wide' ? [methodColumn(t)] : []),
    ...workColumns(t, shown),
    ...(shown.hasLosses || payments.some(hasNote) ? [noteColumn(t)] : []),
    actionColumn(t, shown),
  ];
}

/** All payments of a loan have the loan's currency, so only the header names it. */
function amountHead(t: TFunction<'payments'>, { currency }: Shown): string {
  return t('column.amountIn', { currency });
}

function methodColumn(t: TFunction<'payments'>): FigureColumn<PaymentLine> {
  return {
    id: 'method',
    header: t('column.method'),
    cell: ({ payment }) => (payment ? methodOf(t, payment) : '–'),
  };
}

/**
 * Returns the columns of the person who posted each line and of the holder of the loan; the holder
 * is shown only if another person posted the payment.
 */
function workColumns(
  t: TFunction<'payments'>,
  { size, lines }: Shown,
): readonly FigureColumn<PaymentLine>[] {
  const posted = { id: 'posted', header: t('column.posted'), cell: postingOf };
  if (lines.every((line) => otherHolderOf(line) === null)) return [posted];
  if (size === 'wide') {
    return [posted, { id: 'holder', header: t('column.holder'), cell: holderOf }];
  }
  return [
    {
      ...posted,
      header: t('column.postedAndHolder'),
      cell: (line) => <CellPair first={postingOf(line)} second={holderOf(line)} />,
    },
  ];
}

function holderOf(line: PaymentLine): ReactNode {
  return <bdi>{otherHolderOf(line)}</bdi>;
}

function postingOf({ by, at, valueDate }: PaymentLine): ReactNode {
  return (
    <>
      <bdi>{by}</bdi> · <InstantOfDay at={at} day={valueDate} />
    </>
  );
}

/** Returns the cells of the total row, by column; undefined if there is no total. */
export function paymentTotals(
  t: TFunction<'payments'>,
  { payments, currency }: Pick<Shown, 'payments' | 'currency'>,
): Readonly<Record<string, ReactNode>> | undefined {
  const sums = sumPayments(payments);
  if (!sums) return undefined;
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  const cells = parts.map((part) => [part, money(sums[part])] as const);
  return {
    valueDate: t('list.total'),
    amount: money(sums.amountMinor),
    ...Object.fromEntries(cells),
  };
}

/** Returns true if the note column has a text for the payment. */
function hasNote({ payer, externalReference, note, reversal }: Payment): boolean {
  return payer !== '' || externalReference !== '' || note !== '' || reversal !== null;
}

/**
 * Returns the method of a payment, with a note if the payment is a part of a split over several
 * loans.
 */
function methodOf(t: TFunction<'payments'>, { method, splitId }: Payment): string {
  const name = t(`method.${method}`);
  return splitId === null ? name : `${name} · ${t('parts.part')}`;
}

const parts = [
  'principalMinor',
  'interestMinor',
  'feeMinor',
  'penaltyMinor',
  'creditMinor',
] as const;

/**
 * On a phone, the note and the state, or else the method, are shown below the day, and the
 * allocation below the amount.
 */
function phoneColumns(
  t: TFunction<'payments'>,
  shown: Shown,
): readonly FigureColumn<PaymentLine>[] {
  return [
    {
      id: 'valueDate',
      header: t('column.valueDate'),
      wide: true,
      cell: (line) => (
        <CellPair
          first={dayOf(line)}
          second={
            <>
              {stateOf(t, line) ?? (line.payment && methodOf(t, line.payment))}
              {line.note !== '' && (
                <>
                  {' · '}
                  <bdi>{line.note}</bdi>
                </>
              )}
            </>
          }
        />
      ),
    },
    {
      id: 'amount',
      header: amountHead(t, shown),
      align: 'end',
      cell: (line) => (
        <CellPair
          first={
            <Money amountMinor={line.amountMinor} currency={line.currency} withCurrency={false} />
          }
          second={parts
            .filter((part) => line[part] > 0)
            .map((part) => (
              <Text key={part} as="div" size="caption">
                {t(`column.${part}`)}{' '}
                <Money amountMinor={line[part]} currency={line.currency} withCurrency={false} />
              </Text>
            ))}
        />
      ),
    },
    actionColumn(t, shown),
  ];
}

function dayOf({ id, valueDate }: PaymentLine): ReactNode {
  return (
    <span id={lineId(id)} className={classes.line}>
      <DayText day={valueDate} />
    </span>
  );
}

const isCorrected = (payment: Payment): boolean =>
  payment.reversal !== null ||
  payment.reversalRequestId !== null ||
  payment.reallocations > 0 ||
  payment.recoveredMinor > 0 ||
  payment.overpaymentTreatment !== 'next-instalments';

/** True if the payment is not reversed, no reversal is requested, and the user may reverse it. */
function mayBeReversed(payment: Payment, { wayOf }: Pick<Shown, 'wayOf'>): boolean {
  const { reversal, reversalRequestId } = payment;
  return reversal === null && reversalRequestId === null && wayOf(payment) !== null;
}

function stateColumn(t: TFunction<'payments'>): FigureColumn<PaymentLine> {
  return {
    id: 'state',
    header: t('column.state'),
    cell: (line) => stateOf(t, line),
  };
}

/**
 * Returns the kind of a line that is no plain payment; a reversed payment links to its reversal.
 */
function stateOf(t: TFunction<'payments'>, { kind, payment }: PaymentLine): ReactNode {
  if (payment === null)
    return (
      <StatusBadge tone={kind === 'write-off-loan' ? 'late' : 'neutral'}>
        {t(`state.${kind}`)}
      </StatusBadge>
    );
  const { reversal, reversalRequestId, reallocations, recoveredMinor, overpaymentTreatment } =
    payment;
  if (kind === 'reversal') return <StatusBadge tone="late">{t('state.reversal')}</StatusBadge>;
  if (reversal) {
    return (
      <a href={`#${lineId(reversal.id)}`}>
        <StatusBadge tone="done">{t('state.reversed')}</StatusBadge>
      </a>
    );
  }
  if (reversalRequestId) {
    return (
      <Link to={paths.approval(reversalRequestId)}>
        <StatusBadge tone="soon">{t('state.awaited')}</StatusBadge>
      </Link>
    );
  }
  if (recoveredMinor > 0) return <StatusBadge tone="good">{t('state.recovered')}</StatusBadge>;
  if (overpaymentTreatment !== 'next-instalments') {
    const textKey =
      overpaymentTreatment === 'credit'
        ? 'portion.credit'
        : (`beyond.${overpaymentTreatment}` as const);
    return <StatusBadge tone="neutral">{t(textKey)}</StatusBadge>;
  }
  return reallocations > 0 ? (
    <StatusBadge tone="neutral">{t('state.reallocated')}</StatusBadge>
  ) : null;
}

const lineId = (id: string): string => `payment-${id}`;

function noteColumn(t: TFunction<'payments'>): FigureColumn<PaymentLine> {
  return {
    id: 'note',
    header: t('column.note'),
    cell: ({ note }) => <bdi>{note}</bdi>,
    wide: true,
  };
}

type RowAction = {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly onSelect: () => void;
};

/** Returns the actions on a payment: its receipt and, if the user may reverse it, its reversal. */
function actionsOn(
  payment: Payment,
  t: TFunction<'payments'>,
  shown: Pick<Shown, 'wayOf' | 'onReverse' | 'onReceipt'>,
): readonly RowAction[] {
  const reverse = {
    id: 'reverse',
    label: t(shown.wayOf(payment) === 'ask' ? 'askReversal.action' : 'reverse.action'),
    icon: <IconArrowBackUp size={16} stroke={1.5} className="mirrors" />,
    onSelect: () => shown.onReverse(payment),
  };
  const receipt = {
    id: 'receipt',
    label: t('receipt.save'),
    icon: <IconReceipt size={16} stroke={1.5} />,
    onSelect: () => shown.onReceipt(payment),
  };
  return mayBeReversed(payment, shown) ? [receipt, reverse] : [receipt];
}

/** Returns the column of actions: a menu, because a reversal is rare and has consequences. */
function actionColumn(t: TFunction<'payments'>, shown: Shown): FigureColumn<PaymentLine> {
  const draw = (actions: readonly RowAction[]) => (
    <Menu
      trigger={
        <IconButton
          size={shown.size === 'phone' ? 'normal' : 'compact'}
          label={t('list.actions')}
          icon={<IconDots size={18} stroke={1.5} />}
        />
      }
      actions={actions}
    />
  );
  return {
    id: 'action',
    header: t('column.action'),
    cell: ({ kind, payment }) =>
      kind === 'payment' && payment && draw(actionsOn(payment, t, shown)),
    align: 'action',
  };
}
