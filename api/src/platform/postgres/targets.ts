import type { DatabaseOptions } from '../database.ts';

export type DatabaseTarget = DatabaseOptions['target'];

/**
 * The owner runs migrations; the application's role cannot change protected data such as the audit
 * trail.
 */
export type DatabaseTargets = {
  readonly owner: DatabaseTarget;
  readonly application: DatabaseTarget;
};

export const applicationRole = 'bursar_app';
export const ownerRole = 'bursar_owner';
export const databaseName = 'bursar';

/** The operator's own login switches to the application's role when each connection opens. */
export function targetsOfUrl(url: string): DatabaseTargets {
  const application = new URL(url);
  application.searchParams.set('role', applicationRole);
  return { owner: url, application: application.href };
}

export function targetsOfSocket(folder: string, database: string = databaseName): DatabaseTargets {
  return {
    owner: { host: folder, user: ownerRole, database },
    application: { host: folder, user: applicationRole, database },
  };
}
