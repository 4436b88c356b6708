import type { BankTable, Row } from '../columns/bank-columns.ts';
import { looksLikeDay } from '../columns/value-shapes.ts';

/**
 * Returns whether a row is a balance that the bank prints between the lines, also with a day and
 * amount.
 */
export function isBalanceRow(row: Row, table: BankTable): boolean {
  if (!row.cells.some(isBalanceName)) return false;
  // A payer can write the same purpose, but a balance has neither a payer nor an id.
  const isPayment = (['debtorName', 'payerAccount', 'bankId'] as const)
    .map((head) => table.cell(row, head))
    .filter((text) => text !== table.cell(row, 'remittance'))
    .some((text) => isValue.test(text) && !isBalanceName(text));
  return !isPayment;
}

/** Matches a cell that has a value; banks may write a dash or zeros into a cell without one. */
const isValue = /(?!0)[\p{L}\p{N}]/u;

const isBalanceName = (cell: string): boolean =>
  balanceLine.test(cell.trim()) || balanceOfDay.test(cell.trim());

/** Returns whether a row only separates others by a line of signs. */
export const isSeparator = ({ cells }: Row): boolean =>
  cells.some((cell) => /[*=_~-]{2}/.test(cell)) && cells.every((cell) => /^[\s*=_~-]*$/.test(cell));

/**
 * Finds the rows of a summary below the lines, such as "Opening Balance, Dr Count, Debits" with a
 * row of figures. Its figures have no day.
 */
export function summaryRows(rows: readonly Row[]): ReadonlySet<Row> {
  const found = new Set<Row>();
  let isSummary = false;
  for (const row of rows) {
    const filled = row.cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
    const hasDay = filled.some(looksLikeDay);
    if (isSummaryHeading(filled)) isSummary = true;
    else if (hasDay) isSummary = false;
    if (isSummary && !hasDay) found.add(row);
  }
  return found;
}

const isSummaryHeading = (filled: readonly string[]): boolean =>
  filled.filter((cell) => summaryWords.test(cell)).length >= 3 &&
  filled.every((cell) => !/\p{Nd}/u.test(cell));

const summaryWords =
  /(?<!\p{L})(balance|bal|count|debits?|credits?|totals?|saldo|solde|summe|opening|closing)(?!\p{L})|رصيد|الرصيد|إجمالي|المجموع/iu;

/** A cell with nothing but the name of a balance; other cells may have its day and amount. */
const balanceLine =
  /^((opening|closing|beginning|ending|starting|initial|final|previous|current|available|ledger|book|daily|day[- ]end|eod) balance|balance (brought|carried) (forward|down)|(balance )?[bc]\/[fd]|(anfangs|end|schluss|start)saldo|s a l d o|(alter|neuer|letzter|aktueller) (kontostand|saldo)|saldo (do dia|total( disponível)?( dia)?|atual|disponible|inicial|final|anterior|iniziale|finale|początkowe|końcowe)|solde (initial|final|précédent)|(begin|eind)saldo|devreden( bakiye)?|açılış bakiyesi|kapanış bakiyesi|(ال)?رصيد (ال)?(افتتاحي|ختامي|سابق|أول المدة|آخر المدة))\s*:?$/iu;

/** The name of a balance with only a day, such as "Balance as of 30/11/2026". */
const balanceOfDay =
  /^((opening|closing|beginning|ending|available|current) )?(balance|saldo|kontostand|solde|bakiye|stan konta|رصيد|الرصيد)( as)?( of| at| on| per| am| vom| zum| au| del| al| em| op| na dzień| في| بتاريخ)?\s*:?\s*(\p{N}{1,4}[-/.]\p{N}{1,2}[-/.]\p{N}{2,4}|\p{N}{1,2}\.?[- ]\p{L}{3,10}\.?[- ]\p{N}{2,4}|\p{L}{3,10}\.? \p{N}{1,2},? \p{N}{4})$/iu;

/** Words that name a balance or a total, also within a longer text. */
export const balanceWords =
  /(?<!\p{L})(balance|opening|closing|brought forward|carried forward|[bc]\/f|totals?|saldo|kontostand|summe|solde|totaux|bakiye|devreden|toplam|totaal|razem|saldo inicial|saldo final)(?!\p{L})|رصيد|الرصيد|إجمالي|الإجمالي|المجموع/iu;
