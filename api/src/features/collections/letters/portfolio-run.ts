import type { Actor } from '../../../platform/session.ts';
import { runsPortfolio } from '../../../platform/scope.ts';

/**
 * Returns the id of the portfolio whose letters the caller manages; null for all users but its
 * managers.
 */
export function portfolioRun({ scope, portfolio }: Pick<Actor, 'scope' | 'portfolio'>) {
  return portfolio && runsPortfolio(scope, portfolio.id) ? portfolio.id : null;
}
