import { readDashboard as readDashboardContract } from '@bursar/contracts/reporting/dashboard';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import { readDashboard } from './read-dashboard.ts';

export function bindDashboardRoutes(platform: Platform): void {
  bindEndpoint(
    platform,
    readDashboardContract,
    async ({ session }) => succeed(await readDashboard(platform.database, session)),
    { isCached: () => true },
  );
}
