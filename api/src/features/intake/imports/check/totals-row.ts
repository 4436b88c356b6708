import type { ImportSummary } from '@bursar/contracts/intake/imports';
import type { TapeField } from '@bursar/contracts/intake/tape-fields';
import { formatUnits } from '@bursar/loan-maths/money';
import { errorFinding, type NewFinding } from '../../../../platform/table-files/findings.ts';
import type { TapeRow } from '../../../../platform/table-files/tape-rows.ts';
import { isEmptyCell } from '../read/empty-cells.ts';
import { RowCells } from '../read/row-cells.ts';
import type { TapeContext } from '../read/tape-context.ts';

/** Loan amounts whose sums a totals row can state. */
const summed = {
  principal: 'principalMinor',
  balance: 'balanceMinor',
  principalPaid: 'principalPaidMinor',
  interestPaid: 'interestPaidMinor',
} as const satisfies Partial<Record<TapeField, keyof ImportSummary>>;

/** Fields that every loan has; in a totals row they are empty or have averages. */
const loanFields = ['annualRate', 'instalmentCount', 'disbursedOn'] as const;

const totalWord =
  /^(|(grand |sub)?total.*|sum|summe|gesamt.*|somme|totaux|suma|soma|totale|totaal|razem|toplam|الإجمالي|الاجمالي|المجموع)$/iu;

/** Words that are never a loan's id, even if the row's other cells contain averages. */
const plainTotalWord =
  /^((grand |sub)?totals?|sum|summe|gesamt(summe)?|somme|totaux|suma|soma|totale|totaal|razem|toplam|الإجمالي|الاجمالي|المجموع):?$/iu;

type Sums = {
  readonly all: ImportSummary;
  /** The sums at the last row of totals; later subtotals count from there. */
  readonly before: ImportSummary | null;
};

/**
 * Reads a row that states the sums of the loans above it: its id is a word such as "Total", or it has
 * neither an id nor terms. Returns the findings for sums that differ from the loans, and null for any
 * other row.
 */
export function readTotals(
  row: TapeRow,
  context: TapeContext,
  { all: sums, before }: Sums,
): readonly NewFinding[] | null {
  const { places } = context.columns;
  const textOf = (field: TapeField) => row.cells[places.get(field)?.index ?? -1]?.trim() ?? '';
  const hasTerms = loanFields.some((field) => !isEmptyCell(textOf(field)));
  const id = textOf('externalId');
  if (!plainTotalWord.test(id) && (hasTerms || !totalWord.test(id))) return null;
  const filled = fieldsOf(summed).filter((field) => textOf(field) !== '');
  const cells = new RowCells(row, context);
  const wrong = filled.filter((field) => {
    const key = summed[field];
    const stated = cells.money(field, { isControl: true });
    return stated !== sums[key] && (before === null || stated !== sums[key] - before[key]);
  });
  // If the id is empty, only matching amounts prove a totals row.
  if (filled.length === 0 || (id === '' && wrong.length > 0)) return null;
  return wrong.map((field) => {
    const total = formatUnits(sums[summed[field]], context.currencyDecimals);
    const column = places.get(field)?.name ?? null;
    const details = { total };
    return errorFinding('totals_differ', {
      row: row.number,
      column,
      value: textOf(field),
      details,
    });
  });
}

// `Object.keys` loses the type; the keys are exactly those of `summed`.
const fieldsOf = (table: typeof summed) => Object.keys(table) as (keyof typeof summed)[];
