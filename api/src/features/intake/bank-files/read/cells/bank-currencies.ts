import {
  currenciesInHeading,
  currenciesMeant,
} from '../../../../../platform/table-files/currency-signs.ts';
import { readNumberAs } from '../../../../../platform/table-files/number-format.ts';
import { refuse } from '../../../../../platform/outcome.ts';
import { amountHeads } from './bank-amounts.ts';
import type { BankTable, Row } from '../columns/bank-columns.ts';
import { lineNotRead, UnreadableBankFile } from '../bank-line.ts';

/**
 * Reads the currency of each line from its currency column, its amount and balance cells and their
 * headings, which must agree. If none of these states a currency, the text above the table decides,
 * and then the portfolio's currency.
 */
export function currencyReader(
  table: BankTable,
  { usual, hasOwnColumn }: { readonly usual: string; readonly hasOwnColumn: boolean },
): (row: Row, inCell: readonly string[] | null) => string {
  const headings = [...amountHeads, 'balance' as const].map((head) =>
    currenciesInHeading(table.nameOf(head)),
  );
  const above = currenciesAbove(table);
  return (row, inCell) => {
    const inBalance = statedIn(table.cell(row, 'balance'));
    const own = hasOwnColumn ? ownColumn(table, row) : null;
    const stated = [own, inCell, inBalance, ...headings].filter((one) => one !== null);
    const [first, ...others] = stated;
    const meant = first?.filter((code) => others.every((other) => other.includes(code))) ?? above;
    if (meant?.length === 0) {
      const details = { line: row.number, currencies: [...new Set(stated.flat())].join(', ') };
      throw new UnreadableBankFile(refuse('bank_currencies_disagree', { details }));
    }
    if (!meant || meant.includes(usual)) return usual;
    return meant[0] ?? usual;
  };
}

function ownColumn(table: BankTable, row: Row): readonly string[] | null {
  const text = table.cell(row, 'currency');
  if (text === '') return null;
  const [first = [], ...others] = text.split(' · ').map(currenciesMeant);
  if (first.length === 0) throw lineNotRead(row.number, 'currency');
  return first.filter((code) => others.every((other) => other.includes(code)));
}

/**
 * Finds currencies above the table: alone in a cell, after a label, with an amount or in a
 * sentence. Null if there are none.
 */
function currenciesAbove({ above }: BankTable): readonly string[] | null {
  const found = above.flatMap(({ cells }) =>
    cells.flatMap((cell) => {
      const alone = /^[:\s]*(\p{Lu}{3}|\p{Sc})\s*$/u.exec(cell)?.[1] ?? labelled.exec(cell)?.[1];
      if (alone !== undefined) return currenciesMeant(alone);
      return statedIn(cell) ?? inSentence(cell);
    }),
  );
  return found.length > 0 ? [...new Set(found)] : null;
}

const statedIn = (amount: string): readonly string[] | null =>
  readNumberAs(amount, 'point')?.currencies ?? readNumberAs(amount, 'comma')?.currencies ?? null;

/** Finds a currency in a line such as "Statement of account in Euro". */
function inSentence(text: string): readonly string[] {
  const names = text.split(/[^\p{L}]+/u).filter((word) => word.length > 3);
  return currenciesInHeading(text) ?? names.flatMap(currenciesMeant);
}

const labelled =
  /(?:currency|währung|waehrung|munt|devise|العملة)[^\p{L}\p{Sc}]*(\p{Lu}{3}|\p{Sc})/iu;
