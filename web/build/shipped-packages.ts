import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

export type ShippedPackage = { name: string; version: string; licence: string };

const moduleId = 'virtual:shipped';

/**
 * Provides `virtual:shipped`: Bursar's version and every package whose code or fonts the browser
 * receives, with its licence, read from the lock file at build time.
 */
export function shippedPackages(): Plugin {
  return {
    name: 'bursar:shipped-packages',
    resolveId: (id) => (id === moduleId ? `\0${moduleId}` : undefined),
    load(id) {
      if (id !== `\0${moduleId}`) return undefined;
      const lock = readLock();
      return [
        `export const version = ${JSON.stringify(lock.version ?? '')};`,
        `export const packages = ${JSON.stringify(listShipped(lock))};`,
      ].join('\n');
    },
  };
}

export type LockFile = {
  version?: string;
  /** By folder: `web`, `node_modules/react`, `node_modules/a/node_modules/b`. */
  packages: Readonly<Record<string, LockedPackage>>;
};

type LockedPackage = {
  version?: string;
  license?: string;
  dependencies?: Readonly<Record<string, string>>;
};

function readLock(): LockFile {
  const text = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');
  // npm writes the file in this shape; packages missing from it are left out of the list.
  return JSON.parse(text) as LockFile;
}

/**
 * Lists the packages that the web depends on, directly or indirectly; Bursar's own workspaces are
 * left out.
 */
export function listShipped(lock: LockFile): readonly ShippedPackage[] {
  const seen = new Set<string>();
  const queue = dependenciesOf(lock, 'web');
  for (const folder of queue) {
    if (seen.has(folder)) continue;
    seen.add(folder);
    queue.push(...dependenciesOf(lock, folder));
  }
  return [...seen]
    .map((folder) => {
      const { version = '', license = '' } = lock.packages[folder] ?? {};
      return { name: nameOf(folder), version, licence: license };
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function dependenciesOf(lock: LockFile, folder: string): string[] {
  const names = Object.keys(lock.packages[folder]?.dependencies ?? {});
  return names
    .filter((name) => !name.startsWith('@bursar/'))
    .flatMap((name) => findFolder(lock, folder, name) ?? []);
}

/**
 * Finds a package's folder as Node does: first in the folder's own `node_modules`, then in those
 * above it.
 */
function findFolder(lock: LockFile, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (candidate in lock.packages) return candidate;
    if (folder === '') return undefined;
  }
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
