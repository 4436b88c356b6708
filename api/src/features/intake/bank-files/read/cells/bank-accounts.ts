import type { BankTable, Row } from '../columns/bank-columns.ts';

/**
 * Reads the lender's account of a row. A column "IBAN" or "Account" usually holds the payer's
 * account. It holds the lender's only if every line has the same value, and either this is the
 * account above the table, or there is none above the table and another column has the payer's
 * account or no column names a payer.
 */
export function accountReader(table: BankTable): (row: Row) => string {
  if (table.has('ownAccount')) return (row) => table.cell(row, 'ownAccount');
  const above = accountAbove(table);
  return isOwn(table, above) ? (row) => table.cell(row, 'account') : () => above;
}

/** Reads the account of a line's other party. */
export function payerAccountReader(table: BankTable): (row: Row) => string {
  if (table.has('payerAccount')) return (row) => table.cell(row, 'payerAccount');
  const isPayers = table.has('debtorName') && !isOwn(table, accountAbove(table));
  return isPayers ? (row) => table.cell(row, 'account') : () => '';
}

/** Returns whether the column "Account" is certainly the lender's own. */
function isOwn(table: BankTable, above: string): boolean {
  const values = new Set(table.rows.map((row) => table.cell(row, 'account')).map(plain));
  const [only = ''] = values;
  const isOne = values.size === 1 && only !== '';
  const payerIsElsewhere = table.has('payerAccount') || !table.has('debtorName');
  return isOne && (above === '' ? payerIsElsewhere : above === only);
}

/** Returns the only IBAN above the table; empty if there is none or more than one. */
function accountAbove({ above }: BankTable): string {
  const found = new Set(
    above
      .flatMap(({ cells }) => cells)
      .map((cell) => /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}(?![A-Z0-9])/.exec(plain(cell))?.[0] ?? '')
      .filter((iban) => iban !== ''),
  );
  const [only = ''] = found;
  return found.size === 1 ? only : '';
}

const plain = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase();

/**
 * Reads the bank's id of a line. If the column repeats a value on different lines, it is not an id
 * and is ignored.
 */
export function bankIdReader(table: BankTable): (row: Row) => string {
  const rowsOf = new Map<string, string>();
  for (const row of table.rows) {
    const id = table.cell(row, 'bankId');
    const content = JSON.stringify(row.cells);
    if (id !== '' && (rowsOf.get(id) ?? content) !== content) return () => '';
    rowsOf.set(id, content);
  }
  return (row) => table.cell(row, 'bankId');
}
