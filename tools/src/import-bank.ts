import { randomUUID } from 'node:crypto';
import type { BankFile } from '@bursar/contracts/intake/bank-files';
import type { BankColumn } from '@bursar/contracts/intake/bank-layouts';
import type { FileQuestion } from '@bursar/contracts/intake/file-questions';
import type { FileKey } from '@bursar/api/features/intake/bank-files/bank-file-keys';
import { findBankFile } from '@bursar/api/features/intake/bank-files/stored/bank-files.store';
import { listLines } from '@bursar/api/features/intake/bank-files/stored/bank-lines.store';
import { postBankFile } from '@bursar/api/features/intake/bank-files/post/post-bank-file';
import { readBankFile } from '@bursar/api/features/intake/bank-files/read/read-bank-file';
import { uploadBankFile } from '@bursar/api/features/intake/bank-files/upload-bank-file';
import type { PortfolioContext } from '@bursar/api/platform/command-context';
import { findActor } from '@bursar/api/platform/session';
import {
  importBankHelp,
  readImportBankOptions,
  type ImportBankOptions,
} from './import-bank-options.ts';
import {
  describeBankFile,
  describeBankColumns,
  describeBankQuestions,
  describeReadLines,
  LINES_SHOWN,
} from './import-bank-report.ts';
import { withImportOffice, type ImportOffice } from './import-office.ts';
import { Refusal, runCommand } from './refusal.ts';
import { confirm, count, openNamedFile, valueOf } from './shell-files.ts';

const say = (text: string): void => console.log(text);

/** The exit code if some lines wait for a person. */
const EXIT_LINES_WAIT = 3;

/** Reads a bank file from a shell and posts its matched lines, with the same code as the screen. */
export const main = (args: readonly string[]): Promise<void> =>
  runCommand(async () => {
    const read = readImportBankOptions(args);
    if (read.kind === 'help') return say(importBankHelp);
    if (read.kind === 'wrong') {
      console.error(`${read.problem}\n\n${importBankHelp}`);
      process.exitCode = 2;
      return;
    }
    await withImportOffice(read.options.portfolio, say, (office) => run(office, read.options));
  });

async function run(office: ImportOffice, options: ImportBankOptions): Promise<void> {
  const { task, isDryRun } = options;
  if (task.kind === 'upload' && isDryRun) return readOnly(office, task);
  const context = await contextOf(office);
  const key = await storedKey(office, task, context);
  if (!key) return;
  await showLines(office, key);
  await post(office, { key, options, context });
}

async function contextOf({ desk, actor }: ImportOffice): Promise<PortfolioContext> {
  const now = desk.clock.now();
  const session = await findActor(desk.database, { accountId: actor.accountId, now });
  if (!session?.portfolio) throw new Error(`account ${actor.accountId} has no portfolio`);
  return { session, portfolio: session.portfolio, requestId: randomUUID(), now };
}

type UploadTask = Extract<ImportBankOptions['task'], { kind: 'upload' }>;

async function readOnly({ actor }: ImportOffice, task: UploadTask): Promise<void> {
  const file = await openNamedFile(task.file);
  try {
    const { currency } = actor;
    const { answers, columns } = task;
    const read = valueOf(await readBankFile(file, { currency, answers, columns }));
    if (!('lines' in read)) return leaveOpen(read);
    say(describeReadLines(file.name, read.lines));
    say('Dry run: nothing was stored.');
  } finally {
    await file.handle.close();
  }
}

type LeftOpen = {
  readonly questions: readonly FileQuestion[];
  readonly columns: readonly BankColumn[] | null;
};

function leaveOpen({ questions, columns }: LeftOpen): void {
  say(columns ? describeBankColumns(columns) : describeBankQuestions(questions));
  say('Nothing was stored.');
  process.exitCode = 1;
}

/**
 * Stores the file, unless the task names a stored one, and returns its key. Returns null if the
 * file leaves questions open.
 */
async function storedKey(
  { desk, actor }: ImportOffice,
  task: ImportBankOptions['task'],
  context: PortfolioContext,
): Promise<FileKey | null> {
  const { portfolioId } = actor;
  if (task.kind === 'post') return { portfolioId, bankFileId: task.bankFileId };
  const id = randomUUID();
  const file = await openNamedFile(task.file);
  try {
    const { answers, columns } = task;
    const upload = { id, fileName: file.name, answers, columns, file };
    const uploaded = valueOf(await uploadBankFile(desk.database, upload, context));
    if (uploaded.bankFile) return { portfolioId, bankFileId: id };
    leaveOpen(uploaded);
    return null;
  } finally {
    await file.handle.close();
  }
}

async function showLines({ desk, portfolioName }: ImportOffice, key: FileKey): Promise<void> {
  const bankFile = await requireFile(desk, key);
  const query = { ...key, state: 'needs-look', limit: LINES_SHOWN } as const;
  const { page: waiting } = await listLines(desk.database, query);
  say(describeBankFile(bankFile, { portfolioName, waiting }));
}

async function requireFile({ database }: ImportOffice['desk'], key: FileKey): Promise<BankFile> {
  const bankFile = await findBankFile(database, key);
  if (!bankFile) throw new Refusal(`This portfolio has no bank file ${key.bankFileId}.`);
  return bankFile;
}

type Posting = {
  readonly key: FileKey;
  readonly options: ImportBankOptions;
  readonly context: PortfolioContext;
};

async function post(office: ImportOffice, { key, options, context }: Posting): Promise<void> {
  const { desk } = office;
  const matched = linesIn(await requireFile(desk, key), ['matched']);
  if (matched > 0) {
    const question = `Post the matched lines (${count(matched)}) as payments?`;
    const withoutTerminal = 'There is no terminal for the question. Add --yes to post.';
    const isAgreed = options.isAgreed || (await confirm(question, { withoutTerminal }));
    if (!isAgreed) {
      process.exitCode = 1;
      return say(`Nothing was posted. ${continueWith(key, options)}`);
    }
    for (;;) {
      const { left, posted, refused } = valueOf(
        await postBankFile(desk.database, { ...key, byRule: false }, context),
      );
      // If no line was posted or refused, another process is posting the lines that are left.
      if (left === 0 || posted + refused === 0) break;
    }
  }
  conclude(await requireFile(desk, key));
}

function conclude(bankFile: BankFile): void {
  const [posted, refused] = [linesIn(bankFile, ['posted']), linesIn(bankFile, ['refused'])];
  const waiting = linesIn(bankFile, ['matched', 'needs-look', 'refused']);
  const parts = [`Posted: ${count(posted)}.`];
  if (refused > 0) parts.push(`Refused: ${count(refused)}.`);
  if (waiting > 0) parts.push(`Waiting for a person on the page of the file: ${count(waiting)}.`);
  say(parts.join(' '));
  if (waiting > 0) process.exitCode = EXIT_LINES_WAIT;
}

const continueWith = ({ bankFileId }: FileKey, { portfolio }: ImportBankOptions): string =>
  `To post later: npm run import:bank -- --portfolio ${portfolio} --post ${bankFileId}`;

function linesIn({ sums }: BankFile, states: readonly BankFile['sums'][number]['state'][]): number {
  return sums.reduce((sum, { state, lines }) => sum + (states.includes(state) ? lines : 0), 0);
}
