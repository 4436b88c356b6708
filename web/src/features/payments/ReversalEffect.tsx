import { PORTION_FIELDS } from '@bursar/loan-maths/portions';
import type { PaymentSplit } from '@bursar/contracts/payments';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { DayText } from '../../ui/format/DayText.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { BeforeAfter } from '../../ui/table/BeforeAfter.tsx';
import { FigureTable } from '../../ui/table/FigureTable.tsx';
import type { FigureColumn } from '../../ui/table/FigureTable.tsx';
import type { Effect } from './payments.queries.ts';
import classes from './ReversalEffect.module.css';

/** The loan before and after a reversal, and the later payments that fall otherwise. */
export function ReversalEffect({ effect }: { effect: Effect }) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const { before, after, reallocated, currency } = effect;
  const money = (amountMinor: number) => <Money amountMinor={amountMinor} currency={currency} />;
  const day = (oldest: string | null) => (oldest === null ? '–' : <DayText day={oldest} />);
  return (
    <div className={classes.effect} aria-live="polite">
      <BeforeAfter
        label={t('effect.label')}
        facts={[
          {
            id: 'outstanding',
            label: t('effect.outstanding'),
            before: money(before.outstandingMinor),
            after: money(after.outstandingMinor),
          },
          {
            id: 'remaining',
            label: t('effect.remaining'),
            before: money(before.remainingMinor),
            after: money(after.remainingMinor),
          },
          {
            id: 'oldest',
            label: t('effect.oldestUnpaid'),
            before: day(before.oldestUnpaidDueOn),
            after: day(after.oldestUnpaidDueOn),
          },
          ...(before.loanStatus === after.loanStatus
            ? []
            : [
                {
                  id: 'status',
                  label: t('effect.status'),
                  before: t('effect.closed'),
                  after: t('effect.active'),
                },
              ]),
        ]}
      />
      <p className={classes.later}>
        {t('effect.later', { count: reallocated.length, figure: format.count(reallocated.length) })}
      </p>
      {reallocated.length > 0 && (
        <FigureTable
          label={t('effect.laterLabel')}
          columns={laterColumns(t, effect)}
          rows={reallocated}
          rowId={({ id }) => id}
        />
      )}
    </div>
  );
}

type Later = Effect['reallocated'][number];

/** Only the parts that any of them changes in. */
function laterColumns(
  t: TFunction<'payments'>,
  { reallocated, currency }: Effect,
): readonly FigureColumn<Later>[] {
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  const part = (name: keyof PaymentSplit): FigureColumn<Later> => ({
    id: name,
    header: t(`column.${name}`),
    cell: ({ before, after }) => (
      <>
        {before[name] !== after[name] && <s className={classes.former}>{money(before[name])}</s>}{' '}
        {money(after[name])}
      </>
    ),
    align: 'end',
  });
  return [
    {
      id: 'valueDate',
      header: t('column.valueDate'),
      cell: ({ valueDate }) => <DayText day={valueDate} />,
    },
    {
      id: 'amount',
      header: t('column.amount'),
      cell: ({ amountMinor }) => <Money amountMinor={amountMinor} currency={currency} />,
      align: 'end',
    },
    ...PORTION_FIELDS.toReversed()
      .filter((name) => reallocated.some(({ before, after }) => before[name] !== after[name]))
      .map(part),
  ];
}
