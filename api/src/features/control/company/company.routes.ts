import { changeCompany as changeContract, readCompany } from '@bursar/contracts/control/company';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import { changeCompany } from './change-company.ts';
import { findCompany } from './company.store.ts';

export function bindCompanyRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, readCompany, async () => succeed(await findCompany(database)));

  bindEndpoint(platform, changeContract, ({ body, context }) =>
    changeCompany(database, body, context),
  );
}
