import { keysOf } from '@bursar/contracts/fact-kinds';
import { borrowerFacts, loanFacts } from '@bursar/contracts/facts';
import { tapeFacts, type TapeField } from '@bursar/contracts/intake/tape-fields';
import type { CalendarDate } from '@bursar/loan-maths/calendar';
import { currencyDecimals, formatUnits } from '@bursar/loan-maths/money';
import { isRecovering } from '../../../servicing/loan-account/loan-can.ts';
import {
  errorFinding,
  warningFinding,
  type NewFinding,
} from '../../../../platform/table-files/findings.ts';
import { loanLabels, type TapeLoan } from '../read/tape-loan.ts';
import type { LoanInBooks } from './loans-in-books.store.ts';
import { planTapePayment, type TapePayment } from './plan-tape-payment.ts';

/** A change of a booked value to the tape's value; a tape never clears a value. */
export type FactChange = {
  readonly from: string | number | null;
  readonly to: string | number;
};

export type FactChanges = {
  readonly borrower: Readonly<Record<string, FactChange>>;
  readonly loan: Readonly<Record<string, FactChange>>;
  /** Phone numbers and e-mail addresses that are not stored yet. */
  readonly reach: { readonly phone?: string; readonly email?: string };
};

export type Compared = {
  readonly findings: readonly NewFinding[];
  readonly facts: FactChanges;
  readonly payment: TapePayment | null;
};

export type Comparing = {
  readonly currency: string;
  readonly cutOffOn: CalendarDate;
  /** The fields that the tape has a column for, with their headings. */
  readonly columns: ReadonlyMap<TapeField, string>;
  /**
   * True if an earlier row of the tape already described this borrower. Rows of one borrower may
   * differ, so only the first one changes the borrower's fields and contact data.
   */
  readonly hasBorrowerDetails: boolean;
};

export function compareLoan(
  { row, tape, books }: { row: number; tape: TapeLoan; books: LoanInBooks },
  comparing: Comparing,
): Compared {
  const comparison = { row, tape, ...comparing };
  const contradictions = [
    ...termsThatDiffer(comparison, books),
    ...lossesThatDiffer(comparison, books),
  ];
  const { facts, warnings } = factsThatDiffer(comparison, books);
  if (contradictions.length > 0) return { findings: contradictions, facts: noFacts, payment: null };
  const planned = planTapePayment(tape, books, comparing);
  if (planned.payment && isRecovering(books.status)) {
    return { findings: [writtenOffInBooks(comparison, books)], facts: noFacts, payment: null };
  }
  const findings = planned.findings.map(({ code, severity, field, details }) => {
    const about = { row, column: comparing.columns.get(field) ?? null, details };
    return severity === 'error' ? errorFinding(code, about) : warningFinding(code, about);
  });
  const refused = findings.some(({ severity }) => severity === 'error');
  return {
    findings: refused ? findings : [...findings, ...warnings],
    facts: refused ? noFacts : facts,
    payment: refused ? null : planned.payment,
  };
}

const noFacts: FactChanges = { borrower: {}, loan: {}, reach: {} };

export function changesAnything({ facts, payment }: Pick<Compared, 'facts' | 'payment'>): boolean {
  const counted = [facts.borrower, facts.loan, facts.reach].flatMap((part) => Object.keys(part));
  return payment !== null || counted.length > 0;
}

type Comparison = Comparing & { readonly row: number; readonly tape: TapeLoan };

/**
 * Returns an error for each contract term that differs, because a tape cannot change contract
 * terms.
 */
function termsThatDiffer(comparison: Comparison, books: LoanInBooks): NewFinding[] {
  const { row, tape, columns, currency } = comparison;
  const decimals = currencyDecimals(currency) ?? 2;
  const money = (amountMinor: number) => formatUnits(amountMinor, decimals);
  const terms: readonly (readonly [TapeField, string | null, string])[] = [
    ['principal', money(tape.principalMinor), money(books.principalMinor)],
    ['annualRate', String(Number(tape.annualRate)), String(Number(books.annualRatePercent))],
    ['instalmentCount', String(tape.instalmentCount), String(books.instalmentCount)],
    ['frequency', every(tape.interval), every(intervalOf(books))],
    [
      'instalment',
      tape.instalmentMinor === null ? null : money(tape.instalmentMinor),
      money(books.instalmentMinor),
    ],
    ['disbursedOn', tape.disbursedOn, books.disbursedOn],
    ['firstDueOn', tape.firstDueOn, books.firstDueOn],
    ['borrowerExternalId', tape.borrower.externalId, books.borrowerExternalId ?? ''],
  ];
  const isFormer = (field: TapeField, stated: string) =>
    field === 'borrowerExternalId' && books.formerExternalIds.includes(stated);
  return terms
    .filter(([field, stated, known]) => columns.has(field) && stated !== null && stated !== known)
    .filter(([field, stated]) => !isFormer(field, stated ?? ''))
    .map(([field, stated, known]) => {
      const details = { tape: stated ?? '', books: known, reference: books.reference };
      const column = columns.get(field) ?? null;
      return errorFinding('terms_differ_from_books', { row, column, value: stated, details });
    });
}

function every({ every: count, unit }: { every: number; unit: string }): string {
  return `${count} ${unit}`;
}

function intervalOf(books: LoanInBooks) {
  return { every: books.frequencyEvery, unit: books.frequencyUnit };
}

/**
 * Returns a finding if the tape writes off a loan, undoes a write-off or shows another amount of
 * principal paid on a written-off loan. A tape cannot do this, because a write-off needs a second
 * person and money that arrives after it is a recovery.
 */
function lossesThatDiffer({ row, tape, columns }: Comparison, books: LoanInBooks): NewFinding[] {
  const isLost = isRecovering(books.status);
  if (tape.status === 'written_off' && !isLost) {
    const details = { reference: books.reference };
    const column = columns.get('status') ?? null;
    return [errorFinding('written_off_on_tape', { row, column, details })];
  }
  const hasMoved = tape.principalPaidMinor !== books.paid.principalMinor;
  return isLost && (tape.status !== 'written_off' || hasMoved)
    ? [writtenOffInBooks({ row, columns }, books)]
    : [];
}

function writtenOffInBooks(
  { row, columns }: Pick<Comparison, 'row' | 'columns'>,
  { reference }: LoanInBooks,
): NewFinding {
  const column = columns.get('status') ?? null;
  return errorFinding('written_off_in_books', { row, column, details: { reference } });
}

export function fieldOfFact(key: string): TapeField | undefined {
  return tapeFacts.find((one) => one.key === key)?.field;
}

function factsThatDiffer(comparison: Comparison, books: LoanInBooks) {
  const { row, tape, columns, hasBorrowerDetails } = comparison;
  const borrower: Record<string, FactChange> = {};
  const loan: Record<string, FactChange> = {};
  const warnings: NewFinding[] = [];
  for (const key of hasBorrowerDetails ? [] : keysOf(borrowerFacts)) {
    const change = changeOf(books.borrower[key], tape.borrower[key]);
    if (change === null) continue;
    if (!books.changedHere.includes(key)) {
      borrower[key] = change;
      continue;
    }
    // Values that users changed in Bursar take precedence over the tape, because users talk to the
    // borrower.
    const details = { tape: change.to, books: change.from ?? '' };
    const field = fieldOfFact(key);
    const column = field === undefined ? null : (columns.get(field) ?? null);
    warnings.push(warningFinding('fact_kept_as_changed_here', { row, column, details }));
  }
  for (const key of keysOf(loanLabels)) {
    const { tape: names } = loanFacts[key];
    // The default for a missing column does not contradict the booked value.
    const isAbsent = 'absent' in names && names.absent === tape[key];
    const change = isAbsent ? null : changeOf(books[key], tape[key]);
    if (change !== null) loan[key] = change;
  }
  const reach = hasBorrowerDetails ? {} : reachThatIsNew(tape, books);
  return { facts: { borrower, loan, reach }, warnings };
}

function reachThatIsNew({ borrower }: TapeLoan, { reachedBy }: LoanInBooks): FactChanges['reach'] {
  const isNew = (value: string | null): value is string =>
    value !== null && !reachedBy.includes(value.trim());
  return {
    ...(isNew(borrower.phone) && { phone: borrower.phone.trim() }),
    ...(isNew(borrower.email) && { email: borrower.email.trim() }),
  };
}

type Value = string | number | boolean | null;

/** Returns the change of a value; null if nothing changes or the cell of the tape is empty. */
function changeOf(from: Value, to: Value): FactChange | null {
  if (to === null || typeof to === 'boolean' || typeof from === 'boolean') return null;
  const isSame = from !== null && (from === to || isSameNumber(from, to));
  return isSame ? null : { from, to };
}

/** Compares rates as numbers: `18.01` equals `18.010`. */
function isSameNumber(one: string | number, other: string | number): boolean {
  const isNumber = /^\d+(\.\d+)?$/;
  return (
    isNumber.test(String(one)) && isNumber.test(String(other)) && Number(one) === Number(other)
  );
}
