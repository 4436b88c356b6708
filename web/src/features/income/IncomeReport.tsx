import type { Role } from '@bursar/contracts/roles';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import type { EarnerLine } from './earner-lines.ts';
import { EarnersTable } from './EarnersTable.tsx';
import type { Income } from './income.queries.ts';
import { incomeViewToSearch, type DaysShown, type IncomeView } from './income-range.ts';
import { IncomeChart } from './IncomeChart.tsx';
import { IncomePaymentsDrawer } from './IncomePaymentsDrawer.tsx';
import { OwnEarnings } from './OwnEarnings.tsx';
import { kindOneStepDown, nobodysPayments, useOpenFigure } from './use-open-figure.ts';
import classes from './IncomeReport.module.css';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { StatStrip, StatTile } from '../../ui/page/StatTile.tsx';
import { changeWords } from './income-words.ts';
import { totalOf } from './total-of.ts';

type IncomeReportProps = {
  income: Income | undefined;
  days: DaysShown;
  view: IncomeView;
  role: Role;
  /** The picture is still the former one. */
  isStale: boolean;
};

/** Tiles, picture and earners; a bar or a line opens the payments behind it. */
export function IncomeReport({ income, days, view, role, isStale }: IncomeReportProps) {
  const { t } = useTranslation('income');
  const [search, setSearch] = useSearchParams();
  const open = (what: string | null) =>
    setSearch((now) => withOpen(now, what), { preventScrollReset: true });
  const figure = useOpenFigure({ income, days, view, role });
  const hrefOf = (line: EarnerLine) => earnerHref(line, { view, role, search });
  const isEmpty = income && income.total.payments === 0 && income.previousTotal.payments === 0;
  return (
    <div
      className={classes.report}
      data-stale={isStale || undefined}
      aria-busy={!income || isStale}
    >
      <IncomeTiles income={income} />
      {income?.own && (
        <OwnEarnings
          own={income.own}
          currency={income.currency}
          days={days}
          businessDate={income.businessDate}
        />
      )}
      {isEmpty ? (
        <EmptyState title={t('empty.title')} hint={t('empty.hint')} />
      ) : (
        <IncomeChart income={income} days={days} onOpen={open} />
      )}
      {income && !isEmpty && role !== 'agent' && (
        <section>
          <h2 className={classes.heading}>{t('earners.title')}</h2>
          <EarnersTable income={income} role={role} hrefOf={hrefOf} />
        </section>
      )}
      <IncomePaymentsDrawer
        figure={figure}
        currency={income?.currency ?? ''}
        onClose={() => open(null)}
      />
    </div>
  );
}

/** A name leads to its own income; money that nobody earned leads to its payments. */
function earnerHref(
  { figures: { earner } }: EarnerLine,
  { view, role, search }: { view: IncomeView; role: Role; search: URLSearchParams },
): string | null {
  const { kind, id, teamId } = earner;
  if (id !== null) {
    const whose =
      kind === 'team'
        ? { teamId: id, agentId: null }
        : { teamId: role === 'user' ? teamId : null, agentId: id };
    return `?${incomeViewToSearch({ ...view, ...whose }, search).toString()}`;
  }
  if (kind !== kindOneStepDown(role)) return null;
  return `?${withOpen(search, nobodysPayments).toString()}`;
}

function withOpen(search: URLSearchParams, what: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (what === null) next.delete('open');
  else next.set('open', what);
  return next;
}

/** What came in over the whole range, all of it and by kind, beside the range before. */
function IncomeTiles({ income }: { income: Income | undefined }) {
  const { t } = useTranslation('income');
  const format = useFormat();
  const tile = (label: string, figureOf: (amounts: Income['total']) => number) => {
    if (!income) return <StatTile label={label} value="" loading />;
    const now = figureOf(income.total);
    const before = figureOf(income.previousTotal);
    return (
      <StatTile
        label={label}
        value={<Money amountMinor={now} currency={income.currency} withCurrency={false} />}
        note={changeWords({ now, before }, { format, t })}
      />
    );
  };
  return (
    <StatStrip label={t('totals')}>
      {tile(t('kind.total'), totalOf)}
      {tile(t('kind.interest'), (amounts) => amounts.interestMinor)}
      {tile(t('kind.fees'), (amounts) => amounts.feeMinor)}
      {tile(t('kind.penalties'), (amounts) => amounts.penaltyMinor)}
    </StatStrip>
  );
}
