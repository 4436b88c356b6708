import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bookImport } from '@bursar/api/features/intake/imports/book/book-import';
import { startImport } from '@bursar/api/features/intake/imports/check/start-import';
import { readOneImport } from '@bursar/api/features/intake/imports/read-imports';
import { openTapeFile } from '@bursar/api/platform/table-files/tape-file';
import { generateTapeLines } from '@bursar/api/seed/generate-tape';
import { addMonths, type CalendarDate } from '@bursar/loan-maths/calendar';
import { withImportOffice, type ImportOffice } from './import-office.ts';
import { readArguments } from './read-arguments.ts';
import { Refusal } from './refusal.ts';
import { count, valueOf } from './shell-files.ts';

const SEEDED_LOANS_MIN = 10;
const SEEDED_LOANS_MAX = 10_000_000;
const LOANS_PER_TAPE = 100_000;
/** Number of months before the business date in which the loans of a tape start. */
const MONTHS = 12;

/** Reads the number of loans of `npm run seed -- --loans N`; 0 without the option. */
export function readSeededLoans(args: readonly string[]): number {
  const read = readArguments({ args: [...args], options: { loans: { type: 'string' } } });
  if (typeof read === 'string') throw new Refusal(read);
  const { loans } = read.values;
  if (loans === undefined) return 0;
  const number = /^\d{1,8}$/.test(loans) ? Number(loans) : 0;
  if (number < SEEDED_LOANS_MIN || number > SEEDED_LOANS_MAX) {
    throw new Refusal(
      `--loans needs a whole number from ${SEEDED_LOANS_MIN} to ${count(SEEDED_LOANS_MAX)}, such as --loans 100000.`,
    );
  }
  return number;
}

type Seeded = { readonly loans: number; readonly manager: string };

/** Imports generated tapes into a manager's portfolio, with the commands of the import screen. */
export async function seedLoans(
  { loans, manager }: Seeded,
  log: (sentence: string) => void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bursar-seed-'));
  try {
    await withImportOffice(manager, log, async (office) => {
      const tapes = Math.ceil(loans / LOANS_PER_TAPE);
      for (let tape = 1, booked = 0; tape <= tapes; tape += 1) {
        const rows = Math.ceil((loans - booked) / (tapes - tape + 1));
        const name = `generated-${tape}.csv`;
        const path = join(folder, name);
        await writeTape(path, { tape, rows, day: office.actor.businessDate });
        booked += await importTape(office, { path, name });
        log(`Booked ${count(booked)} of ${count(loans)} loans.`);
      }
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Tape = { readonly tape: number; readonly rows: number; readonly day: CalendarDate };

async function writeTape(path: string, { tape, rows, day }: Tape): Promise<void> {
  const lines = generateTapeLines({
    rows,
    seed: tape,
    idPrefix: `G${tape}-`,
    firstMonth: `${addMonths(day, -MONTHS).slice(0, 7)}-01`,
    months: MONTHS,
    balancesOn: day,
  });
  await pipeline(Readable.from(withNewlines(lines)), createWriteStream(path));
}

function* withNewlines(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}

/** Checks and books a tape; returns the number of its loans. */
async function importTape(
  { desk, actor }: ImportOffice,
  { path, name }: { readonly path: string; readonly name: string },
): Promise<number> {
  const importId = randomUUID();
  const settledAs = async (state: 'checked' | 'booked') => {
    await desk.runs.settled();
    const tape = await readOneImport(desk, importId, actor);
    if (tape?.state === state) return tape;
    throw new Refusal(tape?.failure?.message ?? `The tape ${name} is not ${state}.`);
  };
  const file = await openTapeFile(path, name);
  valueOf(await startImport(desk, { importId, file, cutOffOn: undefined, readAs: {} }, actor));
  await settledAs('checked');
  valueOf(await bookImport(desk, importId, actor));
  return (await settledAs('booked')).rowsBooked;
}
