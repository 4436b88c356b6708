import type { LoanCost } from '@bursar/loan-maths/loan-cost';
import type { ScheduleRow } from '@bursar/loan-maths/schedule';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Rate } from '../../../ui/format/Rate.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { StatStrip, StatTile } from '../../../ui/page/StatTile.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { InstalmentPicture } from './InstalmentPicture.tsx';

type LoanCostPictureProps = {
  readonly currency: string;
  readonly cost: LoanCost;
};

/** The cost of a loan on given terms: its figures, its picture and, on demand, each instalment. */
export function LoanCostPicture({ currency, cost }: LoanCostPictureProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const { schedule, paidOutMinor, repaidMinor, costMinor } = cost;
  const { rows, disbursementFeeMinor } = schedule;
  const pictured = useMemo(() => rows.map(asPaid), [rows]);
  const [first, last] = [rows[0], rows.at(-1)];
  const money = (amountMinor: number) => <Money amountMinor={amountMinor} currency={currency} />;
  if (!first || !last) return null;
  return (
    <Stack gap={5}>
      <StatStrip label={t('cost.label')}>
        <StatTile
          label={t('cost.first')}
          value={money(first.totalMinor)}
          note={t('cost.until', {
            count: rows.length,
            figure: format.count(rows.length),
            day: format.day(last.dueDate),
          })}
        />
        <StatTile
          label={t('cost.paidOut')}
          value={money(paidOutMinor)}
          note={
            disbursementFeeMinor > 0
              ? t('cost.withheld', { amount: format.amount(disbursementFeeMinor, currency) })
              : t('cost.nothingWithheld')
          }
        />
        <StatTile
          label={t('cost.total')}
          value={money(costMinor)}
          note={t('cost.repaid', { amount: format.amount(repaidMinor, currency) })}
        />
        <StatTile
          label={t('cost.aprEuropeanUnion')}
          value={rateOr(cost.aprEuropeanUnion?.shown, 1)}
          note={
            cost.aprRegulationZ === undefined
              ? t('cost.noRegulationZ')
              : t('cost.aprRegulationZ', { rate: format.percent(cost.aprRegulationZ.shown) })
          }
        />
      </StatStrip>
      <InstalmentPicture
        title={t('cost.picture')}
        currency={currency}
        instalments={pictured}
        dueBeforeToday={0}
      />
      <Instalments currency={currency} rows={rows} />
    </Stack>
  );
}

function rateOr(percent: string | undefined, digits: number) {
  return percent === undefined ? '–' : <Rate percent={percent} fractionDigits={digits} />;
}

/**
 * Returns a row as a paid instalment: an example loan has no payments, so the picture shows all
 * instalments as paid.
 */
function asPaid({ number, dueDate, principalMinor, interestMinor }: ScheduleRow) {
  const paid = { principalPaidMinor: principalMinor, interestPaidMinor: interestMinor };
  return { number, dueOn: dueDate, principalMinor, interestMinor, ...paid, isLate: false };
}

function Instalments({
  currency,
  rows,
}: {
  readonly currency: string;
  readonly rows: readonly ScheduleRow[];
}) {
  const { t } = useTranslation('ui');
  const [isShown, setShown] = useState(false);
  const part = (
    id: 'principalMinor' | 'interestMinor' | 'feeMinor' | 'totalMinor' | 'balanceMinor',
  ): FigureColumn<ScheduleRow> => ({
    id,
    header: t(`cost.${id}`),
    align: 'end',
    cell: (row) => <Money amountMinor={row[id]} currency={currency} withCurrency={false} />,
  });
  return (
    <Stack gap={4}>
      <Row>
        <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t(isShown ? 'cost.hideInstalments' : 'cost.showInstalments')}
        </Button>
      </Row>
      {isShown && (
        <FigureTable
          label={t('cost.instalments')}
          rows={rows}
          rowId={({ number }) => number}
          columns={[
            { id: 'number', header: t('cost.number'), cell: ({ number }) => number },
            { id: 'due', header: t('cost.due'), cell: ({ dueDate }) => <DayText day={dueDate} /> },
            part('principalMinor'),
            part('interestMinor'),
            ...(rows.some(({ feeMinor }) => feeMinor > 0) ? [part('feeMinor')] : []),
            part('totalMinor'),
            part('balanceMinor'),
          ]}
        />
      )}
    </Stack>
  );
}
