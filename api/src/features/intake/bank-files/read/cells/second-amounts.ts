import { parseMoney } from '@bursar/loan-maths/money';
import { readNumberAs } from '../../../../../platform/table-files/number-format.ts';
import { refuse } from '../../../../../platform/outcome.ts';
import { announcesCurrency } from '../../../../../platform/table-files/stated-currencies.ts';
import type { BankTable, Row } from '../columns/bank-columns.ts';
import { UnreadableBankFile } from '../bank-line.ts';

/** Headings of an amount in another currency than that of the account. */
const secondAmountHeading =
  /amount\W{0,3}(in\W)?(foreign\W|original\W|local\W)?currency|(foreign|original|local|instructed)\W*(currency\W*)?amount|fremdw(ä|ae)hrung|(montant|importe|importo|valor|kwota)\b.{0,14}(devise|orig|divisa|moneda|valuta|walut)/iu;

/**
 * Refuses a line with two different amounts in a table with only one column of currencies: the
 * currency may belong to either amount.
 */
export function refuseSecondAmounts(
  lines: readonly { readonly row: Row; readonly amountMinor: number; readonly currency: string }[],
  { names }: Pick<BankTable, 'names'>,
): void {
  const seconds = names.flatMap((name, index) => (secondAmountHeading.test(name) ? [index] : []));
  const currencies = names.filter(
    (name, index) => !seconds.includes(index) && announcesCurrency(name),
  );
  if (seconds.length === 0 || currencies.length !== 1) return;
  for (const { row, amountMinor, currency } of lines) {
    for (const index of seconds) {
      const amounts = readings(row.cells[index] ?? '', currency);
      if (amounts.length === 0 || amounts.some((one) => one === 0 || one === amountMinor)) continue;
      const details = { line: row.number, column: names[index] ?? '' };
      throw new UnreadableBankFile(refuse('bank_currency_unclear', { details }));
    }
  }
}

/** Returns the amounts, in minor units and without a sign, that a cell can mean. */
function readings(cell: string, currency: string): readonly number[] {
  return (['point', 'comma'] as const).flatMap((mark) => {
    const decimal = readNumberAs(cell.trim(), mark)?.decimal.replace('-', '');
    const parsed = decimal === undefined ? undefined : parseMoney(decimal, currency);
    return parsed?.ok ? [parsed.value.amountMinor] : [];
  });
}
