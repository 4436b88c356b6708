import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkBackup } from '@bursar/api/features/control/backups/restore-backup';
import { insertBackup } from '@bursar/api/features/control/backups/taken-backups.store';
import { takeBackup, type TakenBackup } from '@bursar/api/features/control/backups/take-backup';
import { removeDeadBackups } from '@bursar/api/features/control/backups/unfinished-backups';
import { checkDocumentFolder } from '@bursar/api/features/records/documents/claim-document-folder';
import { systemClock } from '@bursar/api/platform/clock';
import type { Database } from '@bursar/api/platform/database';
import type { Settings } from '@bursar/api/platform/settings';
import { describeSums, documents, inBytes } from './describe-backup.ts';
import { asOwner, explainConnection, joinExistingDatabase } from './running-database.ts';
import { Refusal, runCommand } from './refusal.ts';
import { requireDocumentFolder } from './require-document-folder.ts';
import { requireSettings } from './require-settings.ts';
import { untilAskedToStop } from './until-asked-to-stop.ts';

const say = (sentence: string): void => console.log(sentence);

const help = `Usage: npm run backup -- [FILE]

Writes the database at one moment and its documents to one new file. The server may be running or
stopped. If FILE is a folder, the file is named by date and time; the default is the current folder.
The backup never contains the key of sealed secrets.

Ctrl-C stops the backup and leaves no file. The next backup into the same folder removes the files
of a backup that was killed. Exit codes:
  0  the backup is complete, on the disk, and was read back
  1  the backup failed, could not be read back, or lacks documents; the output says why
  2  the arguments are invalid`;

/**
 * Takes a backup from a shell. In the database it only records the backup; it does not migrate an
 * older database.
 */
export const main = (args: readonly string[]): Promise<void> =>
  runCommand(async () => {
    const options = readOptions(args);
    if (typeof options === 'string') {
      console.error(`${options}\n\n${help}`);
      process.exitCode = 2;
      return;
    }
    if (options.isHelp) return say(help);
    const settings = requireSettings();
    const path = await placeOf(options.file);
    const books = await joinExistingDatabase(settings, say);
    try {
      const stopped = new AbortController();
      void untilAskedToStop().then(() => stopped.abort());
      for (const left of await removeDeadBackups(dirname(path), systemClock.now())) {
        say(`Removed ${left.path}, ${inBytes(left.bytes)} of an unfinished backup.`);
      }
      const taken = await asOwner(books, async (owner) => {
        await owner`select 1`;
        const { documentPlace } = settings.documents;
        await requireDocumentFolder(checkDocumentFolder(owner, documentPlace));
        const written = await takeBackup(owner, { path, documentPlace, signal: stopped.signal });
        if (!written.ok) throw new Refusal(written.problem);
        await checkAndRecord(owner, path, written);
        return written;
      }).catch((error: unknown) => {
        throw explainConnection(error);
      });
      report(taken, { path, settings });
    } finally {
      await books.close();
    }
  });

type Written = TakenBackup & { readonly ok: true };

/**
 * Reads the file back, and records the backup for the settings page. A file that cannot be read back
 * is refused, because the nightly unit deletes older backups after a success.
 */
async function checkAndRecord(
  owner: Database,
  path: string,
  { takenAt, bytes, sums, lost }: Written,
): Promise<void> {
  const checked = await checkBackup(path);
  await insertBackup(owner, {
    takenAt,
    fileName: basename(path),
    bytes,
    rows: sums.rows,
    documents: sums.files,
    lostDocuments: lost.length,
    checkedAt: checked.ok ? systemClock.now().toISOString() : null,
  });
  if (checked.ok) return;
  throw new Refusal(
    `The backup could not be read back: ${checked.problem} Do not rely on this file, and take another backup.`,
  );
}

type About = { readonly path: string; readonly settings: Settings };

function report(taken: Written, { path, settings }: About): void {
  say(
    `The books of ${taken.takenAt} are in ${path}: ${describeSums(taken.sums)}. The file has ${inBytes(taken.bytes)}.`,
  );
  const { key, keyFile } = settings.secrets;
  const where = key === null ? `the file ${keyFile}` : 'BURSAR_SECRET';
  say(
    `The backup does not contain the key that seals second factors. Store a copy of ${where} apart from this file, or they are lost.`,
  );
  if (taken.lost.length === 0) return;
  console.error(
    [
      `Missing or changed, and not in the backup: ${documents(taken.lost.length)}.`,
      ...taken.lost.slice(0, LOST_SHOWN).map((place) => `    ${place}`),
      ...(taken.lost.length > LOST_SHOWN ? ['    …'] : []),
    ].join('\n'),
  );
  process.exitCode = 1;
}

const LOST_SHOWN = 20;

/**
 * Returns the path of the backup file. npm runs in the folder of the checkout, so a relative path
 * is resolved against the folder in which the user called npm.
 */
async function placeOf(typed: string | null): Promise<string> {
  const path = resolve(process.env['INIT_CWD'] ?? '.', typed ?? '.');
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() !== true) return path;
  // For example bursar-2026-12-01-0930.backup, with the time in UTC.
  const minute = systemClock.now().toISOString().slice(0, 16).replace('T', '-').replace(':', '');
  return join(path, `bursar-${minute}.backup`);
}

function readOptions(args: readonly string[]): { file: string | null; isHelp: boolean } | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { help: { type: 'boolean' } },
    });
    const [file = null, ...more] = positionals;
    return more.length > 0 ? 'Enter only one file.' : { file, isHelp: values.help ?? false };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
