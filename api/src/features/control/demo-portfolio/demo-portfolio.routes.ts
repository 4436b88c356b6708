import {
  createDemoPortfolio as createContract,
  readDemoPortfolio,
  removeDemoPortfolio as removeContract,
  resetDemoPassword as resetContract,
} from '@bursar/contracts/control/demo-portfolio';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { createDemoPortfolio, type AddDemoPortfolio } from './create-demo-portfolio.ts';
import { findDemoPortfolio } from './demo-portfolio.store.ts';
import { removeDemoPortfolio } from './remove-demo-portfolio.ts';
import { resetDemoPassword } from './reset-demo-password.ts';

/** Only administrators can use these endpoints, whatever permissions other roles were granted. */
export function bindDemoPortfolioRoutes(platform: Platform, addDemo: AddDemoPortfolio): void {
  const { database } = platform;

  bindEndpoint(platform, readDemoPortfolio, async ({ session: { scope } }) =>
    scope.role === 'admin'
      ? succeed({ demo: await findDemoPortfolio(database) })
      : refuse('not_found'),
  );

  bindEndpoint(platform, createContract, ({ body, context }) =>
    createDemoPortfolio({ database, addDemo }, body, context),
  );

  bindEndpoint(platform, resetContract, ({ params, context }) =>
    resetDemoPassword(database, params, context),
  );

  bindEndpoint(platform, removeContract, ({ params, context }) =>
    removeDemoPortfolio(database, params, context),
  );
}
