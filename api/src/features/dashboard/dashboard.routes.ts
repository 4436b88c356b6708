import { readDashboard as readDashboardContract } from '@bursar/contracts/dashboard';
import { bindEndpoint, type Platform } from '../../platform/endpoints.ts';
import { succeed } from '../../platform/outcome.ts';
import { readDashboard } from './read-dashboard.ts';

export function bindDashboardRoutes(platform: Platform): void {
  const { database, answers } = platform;
  bindEndpoint(platform, readDashboardContract, async ({ session }) => {
    const read = () => readDashboard(database, session);
    return succeed(await (answers ? answers.find({ name: 'dashboard', session, read }) : read()));
  });
}
