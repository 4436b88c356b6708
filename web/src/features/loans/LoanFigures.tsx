import { useTranslation } from 'react-i18next';
import { DayText } from '../../ui/format/DayText.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { StatStrip, StatTile } from '../../ui/page/StatTile.tsx';
import type { LoanDetails } from './loans.queries.ts';

/** What a loan owes, at a glance. */
export function LoanFigures({ loan }: { loan: LoanDetails | undefined }) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  if (!loan) return <FiguresOnTheirWay />;
  const { currency, instalments } = loan;
  const paid = instalments.filter((instalment) => instalment.state === 'paid').length;
  // What is lost or paid off is no longer late, whatever its schedule says.
  const overdue =
    loan.status === 'active'
      ? instalments.filter((instalment) => instalment.state === 'overdue').length
      : 0;
  const named = (amountMinor: number) => format.amount(amountMinor, currency);
  const money = (amountMinor: number) => <Money amountMinor={amountMinor} currency={currency} />;
  return (
    <StatStrip label={t('figures.label')}>
      <StatTile
        label={t('figures.outstanding')}
        value={money(loan.outstandingMinor)}
        note={
          loan.writtenOffPrincipalMinor > 0
            ? t('figures.writtenOff', { amount: named(loan.writtenOffPrincipalMinor) })
            : t('figures.ofPrincipal', { principal: named(loan.principalMinor) })
        }
      />
      <StatTile
        label={t('figures.inArrears')}
        value={money(loan.arrearsMinor)}
        note={
          overdue > 0
            ? t('figures.overdue', { count: overdue, figure: format.count(overdue) })
            : t('figures.nothingOverdue')
        }
        tone={overdue > 0 ? 'late' : 'neutral'}
      />
      <StatTile
        label={t(loan.daysPastDue > 0 ? 'figures.oldestDue' : 'figures.nextDue')}
        value={money(loan.nextDueMinor)}
        note={loan.nextDueOn ? <DayText day={loan.nextDueOn} /> : t('figures.nothingDue')}
      />
      <StatTile
        label={t('figures.remaining')}
        value={money(loan.remainingMinor)}
        note={t('figures.instalmentsPaid', {
          count: instalments.length,
          paid: format.count(paid),
          all: format.count(instalments.length),
        })}
      />
    </StatStrip>
  );
}

function FiguresOnTheirWay() {
  const { t } = useTranslation('loans');
  return (
    <StatStrip label={t('figures.label')}>
      {['outstanding', 'inArrears', 'nextDue', 'remaining'].map((figure) => (
        <StatTile key={figure} label={t(`figures.${figure}`)} value="" loading />
      ))}
    </StatStrip>
  );
}
