import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { realpathSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { asDatabaseUser, canEnter, type DatabaseUser } from './database-user.ts';
import { identifyProcess } from './process-identity.ts';
import { explainFileProblem, StartRefused } from './start-refused.ts';
import { ownerRole } from './targets.ts';

export const majorVersion = '18';

/** The file that names the database folder if it could not be created inside the data folder. */
const elsewhereFile = 'postgres-is-elsewhere.txt';

/** Prefix of an unfinished database folder; the process id of its creator follows. */
const unfinished = 'postgres.new-';

/** Returns the folder of PostgreSQL's files, or null if the data folder has no database yet. */
export function findCluster(dataFolder: string): string | null {
  const inside = join(dataFolder, 'postgres');
  if (existsSync(inside)) return realpathSync(inside);
  const pointer = join(dataFolder, elsewhereFile);
  if (!existsSync(pointer)) return null;
  const elsewhere = readFileSync(pointer, 'utf8').trim();
  if (existsSync(elsewhere)) return elsewhere;
  throw new StartRefused(
    `${pointer} says that the books are kept in ${elsewhere}, but nothing is there. Restore that folder, or remove ${dataFolder} to begin with empty books.`,
  );
}

type CreateOptions = {
  readonly dataFolder: string;
  readonly fallbackFolder: string;
  readonly user: DatabaseUser;
  readonly binaries: Binaries;
  readonly throwaway: boolean;
  readonly log: (sentence: string) => void;
};

/**
 * Creates the database in a temporary folder and renames it, so that it is complete or absent. If
 * two first starts race, one rename wins and the other start finds the folder.
 */
export async function createCluster(options: CreateOptions): Promise<string> {
  const { dataFolder, user } = options;
  const inside = canEnter(user, dataFolder);
  const parent = inside ? dataFolder : prepareElsewhere(options);
  const fresh = join(parent, `${unfinished}${process.pid}-${randomBytes(6).toString('hex')}`);
  const place = join(parent, 'postgres');
  try {
    mkdirSync(fresh, { mode: 0o700 });
    if (user !== null) chownSync(fresh, user.uid, user.gid);
    await runInitdb({ ...options, folder: fresh });
    renameSync(fresh, place);
    if (!inside) writeFileSync(join(dataFolder, elsewhereFile), `${place}\n`, { flag: 'wx' });
    return place;
  } catch (error) {
    rmSync(inside ? fresh : parent, { recursive: true, force: true });
    const taken = findCluster(dataFolder);
    if (taken !== null) return taken;
    if (error instanceof StartRefused) throw error;
    throw explainFileProblem(error, `prepare a database in ${parent}`);
  }
}

/**
 * Removes folders that a start killed during `initdb` left behind. A start that still runs removes
 * its own.
 */
export function removeUnfinished(cluster: string): void {
  const parent = join(cluster, '..');
  for (const name of readdirSync(parent)) {
    const maker = name.startsWith(unfinished) ? parseInt(name.slice(unfinished.length), 10) : null;
    if (maker !== null && identifyProcess(maker) === null) {
      rmSync(join(parent, name), { recursive: true });
    }
  }
}

export function checkVersion(cluster: string): void {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version === majorVersion) return;
  throw new StartRefused(
    `The books in ${cluster} were written by PostgreSQL ${version}, and this Bursar brings PostgreSQL ${majorVersion}. Restore them from a backup, or start the Bursar that wrote them.`,
  );
}

/**
 * Chooses `mmap` if the machine has less than 256 MB of shared memory. Docker allows 64 MB by
 * default, with which a parallel query fails.
 */
export function chooseSharedMemory(): 'posix' | 'mmap' {
  if (process.platform !== 'linux' || !existsSync('/dev/shm')) return 'posix';
  const { blocks, bsize } = statfsSync('/dev/shm');
  return blocks * bsize < 256 * 2 ** 20 ? 'mmap' : 'posix';
}

function prepareElsewhere(options: CreateOptions): string {
  const { dataFolder, fallbackFolder, log, user } = options;
  const folder = join(fallbackFolder, `data-${randomBytes(6).toString('hex')}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
  } catch (error) {
    throw explainFileProblem(error, `keep the books in ${folder}`);
  }
  if (!canEnter(user, folder)) {
    throw new StartRefused(
      `PostgreSQL runs as another user here, and both ${dataFolder} and ${folder} are closed to it. Set BURSAR_DATA to a folder that every user may enter.`,
    );
  }
  log(
    `${dataFolder} is closed to the user that PostgreSQL runs as: the books are kept in ${folder}.`,
  );
  return folder;
}

async function runInitdb(options: CreateOptions & { folder: string }): Promise<void> {
  const { folder, binaries, user } = options;
  const child = spawn(
    join(binaries.folder, 'bin', 'initdb'),
    [
      `--pgdata=${folder}`,
      `--username=${ownerRole}`,
      // Only the socket accepts connections, and no other account can enter its folder.
      '--auth=trust',
      '--encoding=UTF8',
      // Text sorts and compares in the same way on every system, whatever its C library's version.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      ...(options.throwaway ? ['--no-sync'] : []),
    ],
    { cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' }, stdio: 'pipe', ...asDatabaseUser(user) },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw explainInitdb(folder, output);
}

function explainInitdb(folder: string, output: string): StartRefused {
  if (output.includes('No space left on device')) {
    return new StartRefused(`Bursar could not prepare a database in ${folder}: the disk is full.`);
  }
  const lastLines = output.trim().split('\n').slice(-3).join(' ');
  return new StartRefused(`Bursar could not prepare a database in ${folder}: ${lastLines}`);
}
