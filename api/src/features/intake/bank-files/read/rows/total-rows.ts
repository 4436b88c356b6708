import type { BankTable, Row } from '../columns/bank-columns.ts';
import type { SidedRow } from '../cells/bank-directions.ts';

type Total = { count: number; sum: number };

/**
 * Finds rows with a day that only add up the lines above them. A word such as "total" alone proves
 * nothing, because payers have names such as "Total Energies": the amount must also be the sum of
 * the lines of that day, of those since the last total, or of all.
 */
export function totalRows(rows: readonly SidedRow[], table: BankTable): ReadonlySet<Row> {
  const found = new Set<Row>();
  const sums = new Map<string, Total>();
  for (const one of rows) {
    const { row, amountMinor } = one;
    const column = one.isSplit ? (one.sides[0] ?? '') : 'amount';
    const signed = one.isNegative ? -amountMinor : amountMinor;
    const since = `${column} since`;
    const keys = [since, column, `${column} ${table.cell(row, 'bookedOn')}`];
    const isSum = keys.some((key) => {
      const total = sums.get(key);
      return total && total.count > 1 && Math.abs(total.sum) === amountMinor;
    });
    // A bank gives an id or an account only to a payment.
    const isPayment = table.cell(row, 'bankId') !== '' || table.cell(row, 'payerAccount') !== '';
    if (isSum && !isPayment && row.cells.some((cell) => totalWords.test(cell))) {
      found.add(row);
      sums.delete(since);
      continue;
    }
    for (const key of keys) {
      const { count, sum } = sums.get(key) ?? { count: 0, sum: 0 };
      sums.set(key, { count: count + 1, sum: sum + signed });
    }
  }
  return found;
}

const totalWords =
  /(?<!\p{L})((sub-?)?totals?|turnover|(zwischen|tages|monats|gesamt)?summe|gesamt|total(e|i|aux)|totaal|razem|suma|toplam)(?!\p{L})|الإجمالي|إجمالي|المجموع/iu;
