import { calendarDate } from '@bursar/loan-maths/calendar';
import type { TapeImport } from '@bursar/contracts/intake/imports';
import { uuidv7 } from 'uuidv7';
import { bookImport } from '../features/intake/imports/book/book-import.ts';
import type { ImportActor, ImportDesk } from '../features/intake/imports/import-desk.ts';
import { runImports } from '../features/intake/imports/import-runs.ts';
import { readOneImport } from '../features/intake/imports/read-imports.ts';
import { startImport } from '../features/intake/imports/check/start-import.ts';
import type { ReadAs } from '../features/intake/imports/imports.store.ts';
import type { Database } from '../platform/database.ts';
import type { TestPortfolio } from './arrange.ts';
import { tapeFileOf } from './tape-files.ts';

/** A user's settings for a tape, in addition to the file. */
type TapeSettings = { readonly cutOffOn?: string; readonly readAs?: ReadAs };

export type ImportOffice = {
  readonly desk: ImportDesk;
  readonly actor: ImportActor;
  /** Unexpected errors of imports; tests expect none. */
  readonly failures: readonly unknown[];
  /** Starts the dry run of a tape without waiting for it; returns the import's id. */
  begin(content: string | Buffer, answers?: TapeSettings): Promise<string>;
  /** Runs the dry run of a tape and returns its result. */
  check(content: string | Buffer, answers?: TapeSettings): Promise<TapeImport>;
  /** Checks and books a tape. */
  book(content: string | Buffer, answers?: TapeSettings): Promise<TapeImport>;
  read(importId: string): Promise<TapeImport>;
};

/** Runs imports of one portfolio on 15 June 2026, without a server. */
export function openImportOffice(
  database: Database,
  portfolio: TestPortfolio,
  { mayAssign = true }: { mayAssign?: boolean } = {},
): ImportOffice {
  const failures: unknown[] = [];
  const clock = { now: () => new Date('2026-06-15T12:00:00Z') };
  const desk = { database, clock, runs: runImports((error) => failures.push(error)) };
  const actor: ImportActor = {
    portfolioId: portfolio.id,
    accountId: portfolio.manager.id,
    currency: 'USD',
    businessDate: calendarDate('2026-06-15'),
    mayAssign,
    requestId: 'test',
    apiKeyName: undefined,
  };
  const read = async (importId: string) => {
    const tape = await readOneImport(desk, importId, actor);
    if (!tape) throw new Error(`import ${importId} is missing`);
    return tape;
  };
  const begin = async (
    content: string | Buffer,
    { cutOffOn: day, readAs = {} }: TapeSettings = {},
  ) => {
    const importId = uuidv7();
    const cutOffOn = day === undefined ? undefined : calendarDate(day);
    const file = await tapeFileOf(content);
    const started = await startImport(desk, { importId, file, cutOffOn, readAs }, actor);
    if (!started.ok) throw new Error(started.refusal.code);
    return importId;
  };
  const check = async (content: string | Buffer, answers?: TapeSettings) => {
    const importId = await begin(content, answers);
    await desk.runs.settled();
    return read(importId);
  };
  const book = async (content: string | Buffer, answers?: TapeSettings) => {
    const { id } = await check(content, answers);
    const bookingStart = await bookImport(desk, id, actor);
    if (!bookingStart.ok) throw new Error(bookingStart.refusal.code);
    await desk.runs.settled();
    return read(id);
  };
  return { desk, actor, failures, begin, check, book, read };
}
