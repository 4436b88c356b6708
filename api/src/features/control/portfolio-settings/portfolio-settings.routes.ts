import {
  changePortfolio as changeContract,
  createPortfolio as createContract,
  listPortfolioSettings as listContract,
} from '@bursar/contracts/control/portfolio-settings';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import { changePortfolio } from './change-portfolio.ts';
import { createPortfolio } from './create-portfolio.ts';
import { listPortfolioSettings } from './portfolio-settings.store.ts';

export function bindPortfolioSettingsRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listContract, async ({ session: { scope } }) =>
    succeed({ portfolios: await listPortfolioSettings(database, scope) }),
  );

  bindEndpoint(platform, createContract, ({ body, context }) =>
    createPortfolio(database, body, context),
  );

  bindEndpoint(platform, changeContract, ({ params, body, context }) =>
    changePortfolio(database, { ...params, ...body }, context),
  );
}
