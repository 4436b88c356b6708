import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { TapeImport } from '@bursar/contracts/intake/imports';
import { calendarDate } from '@bursar/loan-maths/calendar';
import { bookGoodRows, bookImport } from '@bursar/api/features/intake/imports/book/book-import';
import { cancelImport } from '@bursar/api/features/intake/imports/cancel-import';
import { startImport } from '@bursar/api/features/intake/imports/check/start-import';
import { undoImport } from '@bursar/api/features/intake/imports/book/undo-import';
import {
  readBadRowsCsv,
  readComparedPage,
  readFindingsCsv,
  readFindingsPage,
  readObstacles,
  readOneImport,
  readSample,
} from '@bursar/api/features/intake/imports/read-imports';
import { listNamedHolders } from '@bursar/api/features/distribution/assignments/assignments.store';
import type { ReadAs } from '@bursar/api/features/intake/imports/imports.store';
import { findHolders } from '@bursar/api/features/intake/imports/read/tape-holders';
import { wordsToSend } from './import-answers.ts';
import { withImportOffice, type ImportOffice } from './import-office.ts';
import { importHelp, readImportOptions, type ImportOptions } from './import-options.ts';
import { describeImport, describeObstacles, FINDINGS_SHOWN } from './import-report.ts';
import { Refusal, runCommand } from './refusal.ts';
import { confirm, count, openNamedFile, valueOf } from './shell-files.ts';

const say = (text: string): void => console.log(text);

/** Imports a loan tape from a shell, with the same code as the screen. */
export const main = (args: readonly string[]): Promise<void> =>
  runCommand(async () => {
    const read = readImportOptions(args);
    if (read.kind === 'help') return say(importHelp);
    if (read.kind === 'wrong') {
      console.error(`${read.problem}\n\n${importHelp}`);
      process.exitCode = 2;
      return;
    }
    await withImportOffice(read.options.portfolio, say, (office) => run(office, read.options));
  });

async function run(office: ImportOffice, options: ImportOptions): Promise<void> {
  if (options.undo !== null) return undo(office, options.undo);
  if (options.file !== null) await importFile(office, { ...options, file: options.file });
}

async function undo({ desk, actor }: ImportOffice, importId: string): Promise<void> {
  const undone = await undoImport(desk, importId, actor);
  if (!undone.ok && undone.refusal.code === 'import_loans_already_worked') {
    const obstacles = await readObstacles(desk, importId, actor);
    if (obstacles) throw new Refusal(describeObstacles(obstacles));
  }
  const { rowsBooked, summary, fileName } = valueOf(undone);
  const changed = summary?.comparison?.changed ?? 0;
  const back = changed > 0 ? `, and ${count(changed)} others have their earlier state` : '';
  say(`Undone: the ${count(rowsBooked)} loans of ${fileName} were removed from the books${back}.`);
}

type FileOptions = ImportOptions & { readonly file: string };

async function importFile(office: ImportOffice, options: FileOptions): Promise<void> {
  const { desk, actor } = office;
  const readAs = await readAsOf(office, options);
  const importId = randomUUID();
  const file = await openNamedFile(options.file);
  const interrupted = cancelOnInterrupt(office, importId);
  const cutOffOn = options.cutOffOn === null ? undefined : calendarDate(options.cutOffOn);
  valueOf(await startImport(desk, { importId, file, cutOffOn, readAs }, actor));
  const checked = await watch(office, importId);
  await report(office, { tape: checked, options });
  const errors = checked.summary?.errors ?? 0;
  const isBookable = errors === 0 || (options.takesGoodRows && checked.summary?.goodLoans);
  const mayBook = isBookable && !options.isDryRun && (options.isAgreed || (await agree(checked)));
  if (!mayBook || interrupted.is) {
    await cancelImport(desk, importId, actor);
    say(options.isDryRun ? 'Dry run: nothing was booked.' : 'Nothing was booked.');
    if (errors > 0 || !options.isDryRun) process.exitCode = 1;
    return;
  }
  const book = options.takesGoodRows ? bookGoodRows : bookImport;
  valueOf(await book(desk, importId, actor));
  concludeBooking(await watch(office, importId), options);
}

/** Returns only the settings that the user gave, like those that an upload from the screen has. */
async function readAsOf({ desk, actor }: ImportOffice, options: FileOptions): Promise<ReadAs> {
  const { encoding, columns, answers, forAll, table } = options;
  const holders =
    options.words.length > 0 ? await listNamedHolders(desk.database, actor.portfolioId) : [];
  const words = wordsToSend(options.words, findHolders(holders).named);
  if (typeof words === 'string') throw new Refusal(words);
  return {
    ...(encoding && { encoding }),
    ...(columns && { columns }),
    ...(Object.keys(answers).length > 0 && { answers }),
    ...(Object.keys(words).length > 0 && { words }),
    ...(Object.keys(forAll).length > 0 && { forAll }),
    ...(table && { table }),
  };
}

function concludeBooking(tape: TapeImport, { portfolio }: FileOptions): void {
  if (tape.state !== 'booked') {
    throw new Refusal(tape.failure?.message ?? 'Cancelled: nothing was booked.');
  }
  say(
    `Booked ${count(tape.rowsBooked)} loans${updatedToo(tape)}.\n` +
      `To undo the import: npm run import -- --portfolio ${portfolio} --undo ${tape.id}`,
  );
}

function updatedToo({ summary }: TapeImport): string {
  const { comparison } = summary ?? {};
  if (!comparison) return '';
  const { changed, payments } = comparison;
  return ` and updated ${count(changed)}, with ${count(payments)} payments`;
}

/**
 * Waits until the import was checked or booked, has failed or was cancelled, and shows its progress
 * on a terminal.
 */
async function watch({ desk, actor }: ImportOffice, importId: string): Promise<TapeImport> {
  for (;;) {
    const settled = await Promise.race([desk.runs.settled().then(() => true), wait(200, false)]);
    const tape = await readOneImport(desk, importId, actor);
    if (!tape) throw new Error(`import ${importId} is not there`);
    showProgress(settled ? '' : progressOf(tape));
    if (settled) return tape;
  }
}

function progressOf({ state, rowsRead, rowsBooked, summary }: TapeImport): string {
  if (state === 'checking') return `Checking: ${count(rowsRead)} rows`;
  return `Booking: ${count(rowsBooked)} of ${count(summary?.loans)} loans`;
}

function showProgress(text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001B[K${text}`);
}

type Report = { readonly tape: TapeImport; readonly options: FileOptions };

async function report(office: ImportOffice, { tape, options }: Report): Promise<void> {
  const { desk, actor } = office;
  if (tape.state !== 'checked') {
    throw new Refusal(tape.failure?.message ?? 'Cancelled: nothing was booked.');
  }
  const query = { importId: tape.id, limit: FINDINGS_SHOWN };
  const page = await readFindingsPage(desk, query, actor);
  const sample = await readSample(desk, tape.id, actor);
  const { portfolioName } = office;
  const changed = await readComparedPage(
    desk,
    { importId: tape.id, kind: 'changed', limit: FINDINGS_SHOWN },
    actor,
  );
  const findings = page?.findings ?? [];
  const compared = changed?.loans ?? [];
  say(describeImport(tape, { findings, sample, compared, portfolioName }));
  if (options.findingsFile !== null) {
    const csv = await readFindingsCsv(desk, tape.id, actor);
    await writeFile(options.findingsFile, csv ?? '');
    say(`All findings are in ${options.findingsFile}.`);
  }
  if (options.badRowsFile !== null) {
    const csv = await readBadRowsCsv(desk, tape.id, actor);
    await writeFile(options.badRowsFile, csv ?? '');
    say(`The rows with errors are in ${options.badRowsFile}.`);
  }
}

const agree = ({ summary }: TapeImport): Promise<boolean> =>
  confirm(`Book these ${count(summary?.loans)} loans?`, {
    withoutTerminal: 'There is no terminal for the question. Add --yes to book.',
  });

/**
 * Cancels the import at the first Ctrl-C, like the button on the screen. Later ones have no effect.
 */
function cancelOnInterrupt({ desk, actor }: ImportOffice, importId: string): { is: boolean } {
  const interrupted = { is: false };
  const cancel = (): void => {
    if (interrupted.is) return;
    interrupted.is = true;
    showProgress('Cancelling …');
    void cancelImport(desk, importId, actor);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, cancel);
  return interrupted;
}
