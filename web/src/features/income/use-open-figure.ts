import type { Role } from '@bursar/contracts/roles';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import type { Income } from './income.queries.ts';
import { periodEnd } from './income-range.ts';
import type { DaysShown, IncomeView } from './income-range.ts';
import { periodName } from './income-words.ts';
import type { OpenFigure } from './IncomePaymentsDrawer.tsx';

/** In the address, what was received while nobody one step down held the loan. */
export const nobodysPayments = 'nobody';

type Shown = { income: Income | undefined; days: DaysShown; view: IncomeView; role: Role };

/** The figure that the address opens: a period by its first day, or what nobody earned. */
export function useOpenFigure({ income, days, view, role }: Shown): OpenFigure | null {
  const { t } = useTranslation('income');
  const format = useFormat();
  const [search] = useSearchParams();
  const what = search.get('open');
  if (what === null || !income) return null;
  const { teamId, agentId } = view;
  if (what === nobodysPayments) {
    const kind = kindOneStepDown(role);
    const amounts = income.earners.find(({ earner }) => earner.kind === kind && earner.id === null);
    if (!amounts) return null;
    const { from, to } = days;
    const title = t(`payments.titleOfNobody.${kind}`);
    return { title, amounts, behind: { from, to, nobody: true, teamId, agentId } };
  }
  const period = income.periods.find(({ start }) => start === what);
  if (!period) return null;
  const to = periodEnd(period.start, days);
  // The first period may have begun before the range did.
  const from = period.start < days.from ? days.from : period.start;
  return {
    title: t('payments.titleOf', { period: periodName(period.start, { days, format, t }) }),
    amounts: period,
    behind: { from, to, nobody: false, teamId, agentId },
  };
}

/** Whom a role hands loans to: a manager to teams, a team to its agents. */
export function kindOneStepDown(role: Role): 'team' | 'agent' {
  return role === 'user' ? 'team' : 'agent';
}
