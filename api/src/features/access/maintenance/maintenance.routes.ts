import {
  readMaintenance,
  setMaintenance as setContract,
} from '@bursar/contracts/access/maintenance';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { findMaintenance, setMaintenance } from './set-maintenance.ts';

export function bindMaintenanceRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, readMaintenance, async () =>
    succeed({ since: await findMaintenance(database) }),
  );

  // Only administrators may switch maintenance on or off, whatever permissions other roles were
  // granted, because users of other roles would lock themselves out.
  bindEndpoint(platform, setContract, async ({ body, context }) =>
    context.session.scope.role === 'admin'
      ? succeed({ since: await setMaintenance(database, body, context) })
      : refuse('not_found'),
  );
}
