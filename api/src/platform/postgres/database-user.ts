import { spawnSync, type SpawnOptions } from 'node:child_process';
import { statSync } from 'node:fs';
import { StartRefused } from './start-refused.ts';

/** The user that PostgreSQL runs as; null is the current one. PostgreSQL refuses to run as root. */
export type DatabaseUser = { readonly uid: number; readonly gid: number } | null;

/**
 * Chooses the user to run PostgreSQL as; null unless this process runs as root. Under root, it is
 * the owner of the existing database, or an unprivileged system user if there is no database or
 * root owns it, so that a single start as root does not lock an ordinary user out of their data.
 */
export function chooseDatabaseUser(existingCluster: string | null): DatabaseUser {
  if (process.getuid?.() !== 0) return null;
  if (existingCluster !== null) {
    const { uid, gid } = statSync(existingCluster);
    if (uid !== 0) return { uid, gid };
  }
  return { uid: askId('-u'), gid: askId('-g') };
}

export function asDatabaseUser(user: DatabaseUser): Pick<SpawnOptions, 'uid' | 'gid'> {
  return user === null ? {} : { uid: user.uid, gid: user.gid };
}

/**
 * Returns whether the user can enter a folder. The kernel decides, because the modes of every
 * parent folder, ACLs and mounts all matter.
 */
export function canEnter(user: DatabaseUser, folder: string): boolean {
  return passes(user, ['-x', folder]);
}

export function canRun(user: DatabaseUser, program: string): boolean {
  return passes(user, ['-x', program]) && passes(user, ['-r', program]);
}

function passes(user: DatabaseUser, test: readonly [string, string]): boolean {
  const options = { cwd: '/', stdio: 'ignore' as const, ...asDatabaseUser(user) };
  const answer = spawnSync('/bin/sh', ['-c', 'test "$1" "$2"', 'sh', ...test], options);
  if (answer.error !== undefined) throw cannotBecome(user, answer.error);
  return answer.status === 0;
}

function cannotBecome(user: DatabaseUser, cause: Error): StartRefused {
  return new StartRefused(
    `The embedded PostgreSQL must run as user ${user?.uid ?? 'yourself'}, which this system does not allow (${cause.message}). Run Bursar as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.`,
    { cause },
  );
}

function askId(flag: '-u' | '-g'): number {
  const answer = spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' });
  const id = Number(answer.stdout);
  if (answer.status === 0 && Number.isInteger(id)) return id;
  throw new StartRefused(
    'PostgreSQL refuses to run as root, and this system has no user "nobody" to run it as. Run Bursar as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}
