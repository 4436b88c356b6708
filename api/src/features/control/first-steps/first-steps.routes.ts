import { readFirstSteps } from '@bursar/contracts/control/first-steps';
import { firstSteps } from '@bursar/contracts/control/first-steps.values';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import { findStepsOfInstallation, findStepsOfPortfolio } from './first-steps.store.ts';

export function bindFirstStepRoutes(platform: Platform): void {
  const { database, isMailDelivered } = platform;

  bindEndpoint(platform, readFirstSteps, async ({ session: { scope } }) => {
    if (scope.role === 'team' || scope.role === 'agent') return succeed({ steps: [] });
    const found =
      scope.role === 'admin'
        ? await findStepsOfInstallation(database)
        : await findStepsOfPortfolio(database, scope.portfolioId);
    const steps = firstSteps.flatMap((step) => {
      const isDone = found[step];
      // Without a mail server, invitations are handed over as links.
      const isOptional = step === 'days-off' || (step === 'mail' && !isMailDelivered);
      return isDone === undefined ? [] : [{ step, isDone, isOptional }];
    });
    return succeed({ steps });
  });
}
