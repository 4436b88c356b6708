import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkBackup, restoreBackup } from '@bursar/api/features/control/backups/restore-backup';
import { reconcile } from '@bursar/api/features/control/reconciliation/reconcile';
import { describePlace } from '@bursar/api/platform/document-place';
import { claimDocumentFolder } from '@bursar/api/features/records/documents/claim-document-folder';
import { systemClock } from '@bursar/api/platform/clock';
import type { Database } from '@bursar/api/platform/database';
import type { Settings } from '@bursar/api/platform/settings';
import { countBroken, describeCheck } from './reconciliation-report.ts';
import { count, describeSums, documents } from './describe-backup.ts';
import {
  asOwner,
  explainConnection,
  joinDatabase,
  type RunningDatabase,
} from './running-database.ts';
import { Refusal, runCommand } from './refusal.ts';
import { requireDocumentFolder } from './require-document-folder.ts';
import { requireSettings } from './require-settings.ts';

const say = (sentence: string): void => console.log(sentence);

const help = `Usage: npm run restore -- FILE
       npm run restore -- --check FILE

Restores a backup into an empty data folder, or into the empty database in DATABASE_URL, and verifies
the books. It never overwrites data, and restores everything or nothing. With --check it only reads
and verifies the backup.

Exit codes:
  0  the restored books, or the checked backup, have no errors
  1  the command failed; the output says why
  2  the arguments are invalid`;

/**
 * Restores a backup from a shell. If the command is killed during the restore, the database stays
 * empty.
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
    const path = resolve(process.env['INIT_CWD'] ?? '.', options.file);
    // Checks the whole file first, because a truncated backup is recognised only at its end.
    const { head, sums } = heldBy(await checkBackup(path));
    say(`${path} is complete: the books of ${head.takenAt}, ${describeSums(sums)}.`);
    if (sums.lostFiles > 0) {
      say(`Already missing when the backup was made: ${documents(sums.lostFiles)}.`);
    }
    if (options.isCheck) return;
    const settings = requireSettings();
    const books = await joinDatabase(settings, say);
    try {
      await restore(books, settings, path);
    } finally {
      await books.close();
    }
  });

async function restore(books: RunningDatabase, settings: Settings, path: string): Promise<void> {
  const { documentPlace } = settings.documents;
  await asOwner(books, async (owner) => {
    await owner`select 1`;
    const now = systemClock.now();
    const { strangers } = heldBy(
      await restoreBackup(owner, { path, documentPlace, now, report: say }),
    );
    // The restore has already checked that the folder belongs to no other books.
    await requireDocumentFolder(claimDocumentFolder(owner, { documentPlace, isMoved: true, now }));
    say('Restored. Everyone must sign in again, with the password of that time.');
    say('All API keys are revoked. Their owners make new ones under Profile.');
    if (strangers > 0) {
      say(
        `${count(strangers)} files in ${describePlace(documentPlace)} do not belong to this backup, and npm start removes them. Copy them elsewhere first if you need them.`,
      );
    }
    await verify(owner);
  }).catch((error: unknown) => {
    throw explainConnection(error);
  });
  const { key, keyFile } = settings.secrets;
  const where = key === null ? `as ${keyFile}` : 'in BURSAR_SECRET';
  say(`Before npm start, put back the key that you stored separately, ${where}.`);
}

async function verify(owner: Database): Promise<void> {
  say('Verifying the books …');
  const checked = await reconcile(owner);
  const broken = countBroken(checked);
  if (broken === 0) {
    say(`The books have no errors: ${checked.length} of ${checked.length} checks passed.`);
    return;
  }
  for (const check of checked.filter((one) => one.count > 0)) say(describeCheck(check));
  say(
    `The books have errors: ${broken} of ${checked.length} checks failed. They are restored as they were when the backup was made.`,
  );
  process.exitCode = 1;
}

function heldBy<Held extends { readonly ok: true }>(
  answer: Held | { readonly ok: false; readonly problem: string },
): Held {
  if (!answer.ok) throw new Refusal(answer.problem);
  return answer;
}

type Options = { readonly file: string; readonly isCheck: boolean; readonly isHelp: boolean };

function readOptions(args: readonly string[]): Options | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { check: { type: 'boolean' }, help: { type: 'boolean' } },
    });
    const { check: isCheck = false, help: isHelp = false } = values;
    const [file = '', ...more] = positionals;
    if (more.length > 0) return 'Enter only one file.';
    if (file === '' && !isHelp) return 'The backup to restore is missing.';
    return { file, isCheck, isHelp };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
