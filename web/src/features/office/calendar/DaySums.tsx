import { calendarDayKinds, type CalendarDayKind } from '@bursar/contracts/choices';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import type { DaySum } from './calendar.queries.ts';
import classes from './Calendar.module.css';

type DaySumsProps = {
  readonly day: string;
  readonly sums: readonly DaySum[] | undefined;
  readonly onLoans: (day: string, kind: CalendarDayKind) => void;
  /** True to show the amounts too, if there is space. */
  readonly withAmounts?: boolean;
};

/**
 * The number of loans with something due or promised on a day, per kind; a click lists the loans.
 */
export function DaySums({ day, sums = [], onLoans, withAmounts = false }: DaySumsProps) {
  const { t } = useTranslation('calendar');
  const format = useFormat();
  const { today = '' } = format.settings;
  return calendarDayKinds.map((kind) => {
    const ofKind = sums.filter((sum) => sum.kind === kind);
    const count = ofKind.reduce((loans, sum) => loans + sum.loans, 0);
    if (count === 0) return null;
    const figure = format.count(count);
    const amounts = ofKind.map((sum) => format.amount(sum.amountMinor, sum.currency));
    return (
      <button
        key={kind}
        type="button"
        className={classes.sum}
        data-kind={kind}
        // Sums of dues contain only unpaid instalments, so those of past days are overdue.
        data-overdue={(kind === 'due' && day < today) || undefined}
        title={format.list(amounts)}
        onClick={() => onLoans(day, kind)}
      >
        <span className={classes.sumWords}>
          {withAmounts ? t(`${kind}Loans`, { count, figure }) : t(kind, { count, figure })}
        </span>
        <span className={classes.sumFigure} aria-hidden="true">
          {figure}
        </span>
        {withAmounts &&
          ofKind.map((sum) => (
            <Money key={sum.currency} amountMinor={sum.amountMinor} currency={sum.currency} />
          ))}
      </button>
    );
  });
}
