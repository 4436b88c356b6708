import { addMonths, addWeeks, type CalendarDate } from '@bursar/loan-maths/calendar';
import { borrowerFacts, loanFacts } from '@bursar/contracts/facts';
import { isEmail } from '../../../../platform/reachable.ts';
import { checkBalances, type StatedBalances } from './check-balances.ts';
import { checkMaturity } from './check-maturity.ts';
import type { NewFinding } from '../../../../platform/table-files/findings.ts';
import { errorFinding } from '../../../../platform/table-files/findings.ts';
import { RowCells } from './row-cells.ts';
import type { TapeContext } from './tape-context.ts';
import { frequencies, monthly, statuses, type StatedStatus } from './known-words.ts';
import { mayBeFullName, repeatsName } from './name-halves.ts';
import { readFacts } from './read-facts.ts';
import { agreedHolder, type LoanHolder } from './tape-holders.ts';
import { loanLabels } from './tape-loan.ts';
import type { TapeBorrower, TapeInterval, TapeLoan } from './tape-loan.ts';
import type { DateForm } from './read-date.ts';
import type { RecognisedColumns } from './recognise-columns.ts';
import type { TapeRow } from '../../../../platform/table-files/tape-rows.ts';

export type ReadRow = {
  /** Null if the row has an error or is left out. */
  readonly loan: TapeLoan | null;
  readonly externalId: string | null;
  readonly findings: readonly NewFinding[];
  /** Set if a user decided that rows with this status are not loans to import. */
  readonly isLeftOut?: true;
};

/**
 * Reads one row as one loan, or collects its errors. The balances, the maturity, the last payment
 * and the other record fields are checked only if there are no errors before.
 */
export function readLoan(row: TapeRow, context: TapeContext): ReadRow {
  const misfit = lengthFinding(row, context);
  if (misfit) return { loan: null, externalId: null, findings: [misfit] };
  const cells = new RowCells(row, context);
  const stated = cells.choice('status', statuses);
  if (stated === 'left_out') return { loan: null, externalId: null, findings: [], isLeftOut: true };
  cells.checkCurrency();
  cells.checkTerms(stated);
  const externalId = cells.text('externalId', loanFacts.externalId);
  const borrower = readBorrower(cells, externalId ?? '');
  const isNameExpected = nameFields.some((field) => cells.has(field));
  if (isNameExpected && borrower.name === null && cells.isSound) {
    cells.warn('borrower_name_missing', 'borrowerName', {});
  }
  const holder = readHolder(cells);
  const { terms, lastDueOn } = readTerms(cells, context) ?? { terms: null, lastDueOn: null };
  const balances = readBalances(cells, stated);
  if (externalId === null || terms === null || balances === null || !cells.isSound) {
    return { loan: null, externalId, findings: cells.findings };
  }
  if (stated !== 'closed') checkMaturity(cells, { ...terms, lastDueOn }, { row, context });
  const checkedBalances = checkBalances(
    cells,
    { ...balances, principalMinor: terms.principalMinor },
    context,
  );
  const { isStatedCurrent } = balances;
  const lastPaymentOn = readLastPayment(cells, terms.disbursedOn, context);
  const loan = checkedBalances && {
    externalId,
    borrower,
    holder,
    isStatedCurrent,
    ...terms,
    ...readFacts(cells, loanLabels),
    ...checkedBalances,
    lastPaymentOn,
  };
  return { loan: cells.isSound ? loan : null, externalId, findings: cells.findings };
}

const nameFields = ['borrowerName', 'familyName', 'givenName'] as const;

/**
 * Returns the team or agent that receives the loan when it is booked; null if no column names one.
 * Refuses the row if its columns contradict each other.
 */
function readHolder(cells: RowCells): LoanHolder | null {
  const named = [cells.holder('agent'), cells.holder('team')].flatMap((holder) => holder ?? []);
  if (named.length === 0) return null;
  const agreed = agreedHolder(named);
  if (agreed === null) cells.refuse('holders_contradict', 'agent', {});
  return agreed?.teamId ? agreed : null;
}

/**
 * Returns an error for a missing or extra cell, which would move all later values into wrong
 * columns.
 */
export function lengthFinding(
  row: TapeRow,
  { columns, dateSystem }: Pick<TapeContext, 'columns' | 'dateSystem'>,
): NewFinding | null {
  const { cells } = row;
  const filled = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  // A workbook does not store empty cells at a row's end; in text their delimiters exist.
  const isShort = dateSystem === null && cells.length < columns.columnCount;
  if (!isShort && filled <= columns.columnCount) return null;
  const details = { cells: isShort ? cells.length : filled, columns: columns.columnCount };
  return errorFinding('row_length_differs', { row: row.number, details });
}

export function readBorrower(cells: RowCells, externalId: string): TapeBorrower {
  return {
    externalId: cells.text('borrowerExternalId', { max: 100 }) ?? externalId,
    phone: readPhone(cells),
    email: readEmail(cells),
    ...readFacts(cells, borrowerFacts),
    ...(cells.has('borrowerName') ? {} : nameInParts(cells)),
  };
}

/** Joins a given name and a family name that have separate columns. */
function nameInParts(cells: RowCells): Pick<TapeBorrower, 'name'> {
  const given = cells.text('givenName', borrowerFacts.name);
  const family = cells.text('familyName', borrowerFacts.name);
  if (given !== null && family !== null && repeatsName(given, family)) {
    // "Nombre" can be the full name although "Apellidos" is next to it.
    const headings = [cells.heading('givenName'), cells.heading('familyName')];
    if (headings.some(mayBeFullName)) cells.refuse('name_parts_repeat', 'givenName', {});
  }
  const parts = [given, family];
  const name = parts.flatMap((part) => part ?? []).join(' ');
  const { max } = borrowerFacts.name;
  if (name.length > max) cells.refuse('value_too_long', 'familyName', { max, length: name.length });
  return { name: name === '' ? null : name };
}

/**
 * Reads a phone number. Tapes write phone numbers by many national customs, so only values that
 * cannot be one are dropped, with a warning.
 */
function readPhone(cells: RowCells): string | null {
  const text = cells.text('phone', { max: 40 });
  if (text === null || /^[-–—]$/.test(text)) return null;
  const digits = text.replaceAll(/[^\p{Nd}]/gu, '').length;
  if (digits >= 7 && digits <= 15) return text;
  cells.warn('value_not_a_phone_number', 'phone', {});
  return null;
}

function readEmail(cells: RowCells): string | null {
  const text = cells.text('email', { max: 254 });
  if (text === null || isEmail(text)) return text;
  cells.warn('value_not_an_email', 'email', {});
  return null;
}

function readTerms(cells: RowCells, { columns, businessDate, termUnit }: TapeContext) {
  const principalMinor = cells.money('principal', { mustBePositive: true });
  const annualRate = cells.rate('annualRate');
  const given = cells.choice('frequency', frequencies) ?? monthly;
  const every = cells.wholeNumber('repaidEvery', { min: 1, max: 60 }) ?? 1;
  const interval = { ...given, every: given.every * every };
  const instalmentCount = cells.wholeNumber('instalmentCount', { min: 1, max: 600, interval });
  // Twelve months are not twelve weekly or quarterly instalments.
  if (termUnit !== null && (interval.every !== 1 || interval.unit !== termUnit)) {
    cells.refuse('term_unit_differs', 'instalmentCount', { unit: termUnit });
  }
  const instalmentMinor = cells.money('instalment', { mustBePositive: true });
  const disbursedOn = cells.date('disbursedOn', disbursalForm(columns));
  const givenFirst = cells.date('firstDueOn', 'day');
  const isInFuture = disbursedOn !== null && disbursedOn > businessDate;
  if (isInFuture) {
    cells.refuse('date_in_the_future', 'disbursedOn', { latest: businessDate });
  }
  if (disbursedOn !== null && givenFirst !== null && givenFirst <= disbursedOn) {
    cells.refuse('first_due_date_not_after_disbursement', 'firstDueOn', { disbursedOn });
  }
  if (principalMinor === null || annualRate === null) return null;
  if (instalmentCount === null || disbursedOn === null || isInFuture) return null;
  const firstDueOn = givenFirst ?? addIntervals(disbursedOn, interval);
  // A first day beyond the limit cannot be extended by intervals.
  const lastDueOn =
    firstDueOn > LATEST_DUE_DAY
      ? firstDueOn
      : addIntervals(firstDueOn, { ...interval, every: interval.every * (instalmentCount - 1) });
  if (lastDueOn > LATEST_DUE_DAY) {
    const details = { year: Number(lastDueOn.slice(0, 4)), latest: LATEST_DUE_DAY };
    cells.refuse('last_due_date_too_late', 'firstDueOn', details);
  }
  const terms = { principalMinor, annualRate, instalmentCount, instalmentMinor, interval };
  return { terms: { ...terms, disbursedOn, firstDueOn }, lastDueOn };
}

function readLastPayment(
  cells: RowCells,
  disbursedOn: CalendarDate,
  { cutOffOn }: TapeContext,
): CalendarDate | null {
  const day = cells.date('lastPaymentOn', 'day');
  if (day === null || (day >= disbursedOn && day <= cutOffOn)) return day;
  cells.refuse('value_out_of_range', 'lastPaymentOn', { min: disbursedOn, max: cutOffOn });
  return null;
}

/** No loan runs longer, and both the calendar and the database support every day up to it. */
const LATEST_DUE_DAY = '2199-12-31';

function addIntervals(day: CalendarDate, { every, unit }: TapeInterval): CalendarDate {
  return unit === 'months' ? addMonths(day, every) : addWeeks(day, every);
}

function readBalances(
  cells: RowCells,
  stated: Exclude<StatedStatus, 'left_out'> | null,
): Omit<StatedBalances, 'principalMinor'> & { readonly isStatedCurrent: boolean } {
  return {
    status: stated === 'current' ? 'active' : stated,
    isStatedCurrent: stated === 'current',
    balanceMinor: cells.money('balance'),
    principalPaidMinor: cells.money('principalPaid'),
    interestPaidMinor: cells.money('interestPaid') ?? 0,
    lateFeesPaidMinor: cells.money('lateFeesPaid') ?? 0,
    paidTotalMinor: cells.money('paidTotal', { isControl: true }),
  };
}

export function disbursalForm({ layout }: RecognisedColumns): DateForm {
  return layout.datesAreMonths ? 'month' : 'day';
}
