import { listBackups as listContract } from '@bursar/contracts/control/backups';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import { listBackups } from './taken-backups.store.ts';

export function bindBackupRoutes(platform: Platform): void {
  const { database } = platform;

  // A backup holds every portfolio, so users of one portfolio see none.
  bindEndpoint(platform, listContract, async ({ session: { scope } }) =>
    succeed({ backups: scope.role === 'admin' ? await listBackups(database) : [] }),
  );
}
