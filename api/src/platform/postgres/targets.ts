import type { DatabaseTarget } from '../database.ts';
import { defaultSchema, nameFor, searchPathOf } from './lender-names.ts';

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

/** The addresses of the operator's own PostgreSQL. */
export type DatabaseAddresses = {
  /** The address that the application connects to. */
  readonly url: string;
  /** The owner's address; null if the login of `url` owns the database and switches its role. */
  readonly ownerUrl: string | null;
  /** The address that bypasses a pooler at `url`; null if `url` itself keeps sessions. */
  readonly directUrl: string | null;
  /** The address of one or more standbys that may answer reads; null if there is none. */
  readonly readUrl: string | null;
  readonly isPrepared: boolean;
  /** The schema of this lender; several lenders can share a database. */
  readonly schema: string;
};

export function targetsOfAddresses(addresses: DatabaseAddresses): DatabaseTargets {
  const { url, ownerUrl, directUrl, readUrl, isPrepared, schema } = addresses;
  const path = searchPathOf(schema);
  const inPath = path !== null && { searchPath: path };
  return {
    owner: { url: ownerUrl ?? url, schema, ...inPath },
    application: {
      url,
      isPrepared,
      schema,
      // A separate application login may connect through a pooler, which accepts neither setting;
      // its role already has the search path.
      ...(ownerUrl === null && { role: nameFor(schema, applicationRole), ...inPath }),
      ...(directUrl !== null && { directUrl }),
      ...(readUrl !== null && { readUrl }),
    },
  };
}

/**
 * Returns the targets for a single address: its login owns the database, and the application's
 * connections switch to its role.
 */
export function targetsOfUrl(url: string): DatabaseTargets {
  const alone = { ownerUrl: null, directUrl: null, readUrl: null };
  return targetsOfAddresses({ ...alone, url, isPrepared: true, schema: defaultSchema });
}

export function targetsOfSocket(folder: string, database: string = databaseName): DatabaseTargets {
  return {
    owner: { host: folder, user: ownerRole, database },
    application: { host: folder, user: applicationRole, database },
  };
}
