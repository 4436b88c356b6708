import type { TFunction } from 'i18next';
import type { FormProblems } from '../../lib/form-attempt.ts';
import type { Invitation } from './staff.queries.ts';

/** Which portfolio a manager is to run: one that is there, or a new one. */
export type PortfolioDraft = {
  /** The id of one that is there, `new`, or null while none is chosen. */
  readonly choice: string | null;
  readonly name: string;
  readonly currency: string | null;
  readonly timeZone: string | null;
};

export const newPortfolio = 'new';

export const emptyPortfolio: PortfolioDraft = {
  choice: null,
  name: '',
  currency: null,
  timeZone: null,
};

/** The portfolio as the invitation names it; null while something of it is missing. */
export function portfolioOf(draft: PortfolioDraft): NonNullable<Invitation['portfolio']> | null {
  const { choice, currency, timeZone } = draft;
  if (choice !== newPortfolio) return choice === null ? null : { id: choice };
  const name = draft.name.trim();
  return name === '' || currency === null || timeZone === null
    ? null
    : { name, currency, timeZone };
}

export function findPortfolioProblems(
  { choice, name, currency, timeZone }: PortfolioDraft,
  t: TFunction<['staff', 'failures', 'app']>,
): FormProblems {
  if (choice === null) return { portfolio: t('failures:portfolio_missing') };
  if (choice !== newPortfolio) return {};
  return {
    'portfolio.name': name.trim() === '' ? t('problem.portfolioNameMissing') : undefined,
    'portfolio.currency': currency === null ? t('problem.currencyMissing') : undefined,
    'portfolio.timeZone': timeZone === null ? t('problem.timeZoneMissing') : undefined,
  };
}
