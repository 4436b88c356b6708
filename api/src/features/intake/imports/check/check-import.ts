import type { ImportSummary } from '@bursar/contracts/intake/imports';
import type { TapeReading } from '@bursar/contracts/intake/tape-reading';
import type { TapeField } from '@bursar/contracts/intake/tape-fields';
import { calendarDaysBetween, type CalendarDate } from '@bursar/loan-maths/calendar';
import type { Transaction } from '../../../../platform/database.ts';
import {
  collectFindings,
  FINDINGS_STORED_MAX,
  warningFinding,
  type Findings,
  type NewFinding,
} from '../../../../platform/table-files/findings.ts';
import {
  listNamedHolders,
  type NamedHolder,
} from '../../../distribution/assignments/assignments.store.ts';
import { isHolderField } from '../read/known-words.ts';
import { watchImport, type ImportActor, type ImportDesk } from '../import-desk.ts';
import { ImportStopped } from '../import-failures.ts';
import {
  findTakenFacts,
  findTwiceInFile,
  refuseTakenFacts,
  storeFindings,
  type FoundRows,
} from '../import-findings.store.ts';
import {
  deleteStagedRows,
  finishCheck,
  listRememberedColumns,
  type ImportKey,
  type ReadAs,
} from '../imports.store.ts';
import { yieldingToEventLoop } from '../yield-to-event-loop.ts';
import { columnsOf, compareTape, type ComparedTape, type TapeSummary } from './compare-tape.ts';
import { readTapeAside } from './read-tape-aside.ts';
import type { TapeTerms } from './read-tape.ts';
import { scheduleLoan } from './schedule-loan.ts';
import {
  readStagedLoans,
  refuseRepeatedRows,
  stageRows,
  sumStagedHolders,
} from './staged-rows.store.ts';
import { sumLoans } from './sum-loans.ts';
import type { WrittenRows } from './tape-thread.ts';
import type { TapeFile } from '../../../../platform/table-files/tape-file.ts';

type Check = {
  readonly key: ImportKey;
  readonly file: TapeFile;
  readonly cutOffOn: CalendarDate;
  readonly readAs: ReadAs;
  readonly actor: ImportActor;
  readonly signal: AbortSignal;
};

/**
 * Runs the dry run: reads and checks every row, stages the rows, and stores the findings and sums.
 * It is one transaction, so an interrupted run leaves nothing.
 */
export async function checkImport(desk: ImportDesk, check: Check): Promise<void> {
  const { key, file, cutOffOn, readAs, actor } = check;
  const watch = watchReading(desk, check);
  try {
    const { currency, businessDate } = actor;
    const { encoding = null, columns = null, answers = {} } = readAs;
    const { words = {}, forAll = {}, table = {}, dateOrders = {} } = readAs;
    const remembered = await listRememberedColumns(desk.database, key.portfolioId);
    const holders = actor.mayAssign ? await listNamedHolders(desk.database, key.portfolioId) : null;
    const asked = {
      encoding,
      table,
      dateOrders,
      columns,
      answers,
      words,
      forAll,
      holders,
      remembered,
    };
    const terms = { currency, businessDate, cutOffOn, ...asked };
    const reading = readTapeAside(file, { key, terms, signal: watch.signal });
    await desk.database.begin(async (transaction) => {
      await stageRows(transaction, watch.counted(reading.rows));
      const { summary: read, idColumn, header, understood, isWhole, ...found } = reading.read();
      const findings = collectFindings({ listed: found.findings, counts: found.counts });
      const tapeSummary = { currency, cutOffOn, columns: columnsOf(understood) };
      const held = await holdAgainstOthers(transaction, key, { tapeSummary, idColumn, isWhole });
      const sums = held.isFewer ? await sumRowsLeft(transaction, { key, read, terms }) : read;
      for (const doubt of doubtsOf(sums, terms)) findings.add(doubt);
      await storeFindings(transaction, key, gather(findings, held));
      const { counts } = findings;
      const isBookable = isWhole || counts.error === 0;
      const summary = {
        ...sums,
        errors: counts.error,
        warnings: counts.warning,
        goodLoans: isBookable ? sums.loans : 0,
        comparison: held.compared?.summary ?? null,
        holders: await sumHolders(transaction, { key, holders, understood }),
      };
      // If part of the file could not be read, it is not the whole tape and must be corrected and
      // imported again.
      if (!isBookable) await deleteStagedRows(transaction, key);
      const isFinished = await finishCheck(transaction, key, {
        summary,
        header,
        reading: understood,
      });
      if (!isFinished) throw new ImportStopped('cancelled');
    });
  } finally {
    watch.end();
  }
}

type Holding = {
  readonly tapeSummary: TapeSummary;
  readonly idColumn: string | null;
  readonly isWhole: boolean;
};

/** Compares the rows with each other and with the books, and excludes rows that conflict. */
async function holdAgainstOthers(
  transaction: Transaction,
  key: ImportKey,
  { tapeSummary, idColumn, isWhole }: Holding,
): Promise<Held> {
  const twice = await findTwiceInFile(transaction, key, idColumn);
  const columnOf = (field: TapeField) => tapeSummary.columns.get(field) ?? null;
  const taken = await findTakenFacts(transaction, key, columnOf);
  if (taken.total > 0) await refuseTakenFacts(transaction, key);
  if (twice.total > 0) await refuseRepeatedRows(transaction, key);
  const compared = isWhole ? await compareTape(transaction, key, tapeSummary) : null;
  const refused = twice.total + taken.total + (compared?.counts.error ?? 0);
  return { repeated: [twice, taken], compared, isFewer: isWhole && refused > 0 };
}

type Named = {
  readonly key: ImportKey;
  readonly holders: readonly NamedHolder[] | null;
  readonly understood: TapeReading;
};

/**
 * Counts the new loans and sums their balances by team or agent, with a row for loans without
 * either; null if no column names them or the user may not assign loans.
 */
async function sumHolders(
  transaction: Transaction,
  { key, holders, understood }: Named,
): Promise<ImportSummary['holders']> {
  const isNamed = understood.columns.some(({ field }) => field !== null && isHolderField(field));
  if (!isNamed || holders === null) return null;
  const nameOf = (id: string | null) => holders.find((one) => one.id === id)?.name ?? null;
  const shares = await sumStagedHolders(transaction, key);
  return shares.map(({ teamId, agentId, loans, balanceMinor }) => ({
    kind: agentId === null ? (teamId === null ? null : 'team') : 'agent',
    name: nameOf(agentId ?? teamId),
    team: agentId === null ? null : nameOf(teamId),
    loans,
    balanceMinor,
  }));
}

type Sums = {
  readonly key: ImportKey;
  readonly read: ImportSummary;
  readonly terms: TapeTerms;
};

async function sumRowsLeft(transaction: Transaction, { key, read, terms }: Sums) {
  const summed = sumLoans(terms);
  for await (const staged of readStagedLoans(transaction, key, {
    batchSize: ROWS_SUMMED_AT_ONCE,
  })) {
    for await (const { loan } of yieldingToEventLoop(staged)) {
      const scheduled = scheduleLoan(loan, terms.currency);
      if (scheduled.ok) summed.add(loan, scheduled);
    }
  }
  return { ...summed.sums, rows: read.rows };
}

const ROWS_SUMMED_AT_ONCE = 500;

/**
 * Maximum age of the cut-off day in days. If the day is older, instalments due since then make a
 * portfolio look worse than it is.
 */
const CUT_OFF_DAYS_MAX = 31;

/** Finds doubts about the cut-off day from the tape's sums. */
function doubtsOf({ arrears }: ImportSummary, { businessDate, cutOffOn }: TapeTerms) {
  const doubts: NewFinding[] = [];
  const days = calendarDaysBetween(cutOffOn, businessDate);
  if (days > CUT_OFF_DAYS_MAX) {
    doubts.push(warningFinding('cut_off_long_ago', { details: { days, cutOffOn } }));
  }
  const loans = arrears?.farBehind ?? 0;
  if (loans > 0) doubts.push(warningFinding('loans_far_behind', { details: { loans, cutOffOn } }));
  return doubts;
}

const WATCHED_EVERY_MS = 250;

/**
 * Reports progress and watches for a cancellation by time, not by row, because a file may take long
 * to yield a row.
 */
function watchReading(desk: ImportDesk, { key, signal }: Check) {
  const stopping = new AbortController();
  let rowsRead = 0;
  const poll = () =>
    watchImport(desk, { key, signal, progress: { rowsRead } }).catch((error: unknown) =>
      stopping.abort(error),
    );
  const timer = setInterval(() => void poll(), WATCHED_EVERY_MS);
  const stop = () => void poll();
  signal.addEventListener('abort', stop);
  return {
    signal: stopping.signal,
    async *counted(written: AsyncIterable<WrittenRows>): AsyncGenerator<Uint8Array> {
      await poll();
      stopping.signal.throwIfAborted();
      for await (const { rows, text } of written) {
        rowsRead += rows;
        yield text;
      }
    },
    end(): void {
      clearInterval(timer);
      signal.removeEventListener('abort', stop);
    },
  };
}

type Held = {
  readonly repeated: readonly FoundRows[];
  readonly compared: ComparedTape | null;
  /** Whether some rows can no longer be booked. */
  readonly isFewer: boolean;
};

function gather(findings: Findings, { repeated, compared }: Held) {
  for (const { findings: rows, total } of repeated) {
    for (const row of rows) findings.add(row);
    findings.countFurther('error', total - rows.length);
  }
  for (const finding of compared?.findings ?? []) findings.add(finding);
  for (const severity of ['error', 'warning'] as const) {
    const listed = compared?.findings.filter((finding) => finding.severity === severity) ?? [];
    findings.countFurther(severity, (compared?.counts[severity] ?? 0) - listed.length);
  }
  return findings.listed.slice(0, FINDINGS_STORED_MAX);
}
