import { fileQuestionChoices } from '@bursar/contracts/intake/file-questions.values';
import { parseMoney } from '@bursar/loan-maths/money';
import { readNumberAs } from '../../../../../platform/table-files/number-format.ts';
import { announcesCurrency } from '../../../../../platform/table-files/stated-currencies.ts';
import type { FileQuestions } from '../../../imports/read/file-questions.ts';
import type { BankTable, Row } from '../columns/bank-columns.ts';
import { amountHeads } from './bank-amounts.ts';

/** Headings of an amount in another currency than that of the account. */
const secondAmountHeading =
  /amount\W{0,3}(in\W)?(foreign\W|original\W|local\W)?currency|(foreign|original|local|instructed)\W*(currency\W*)?amount|fremdw(ä|ae)hrung|(montant|importe|importo|valor|kwota)\b.{0,14}(devise|orig|divisa|moneda|valuta|walut)/iu;

const key = 'second-amount';
const choices = fileQuestionChoices[key];

/** Returns whether the user answered that the column of currencies belongs to the second amount. */
export const isOfSecondAmount = (questions: FileQuestions): boolean =>
  questions.answerTo(key, choices) === 'of-second-amount';

type Asking = {
  readonly table: BankTable;
  readonly questions: FileQuestions;
  /** The currency of the portfolio. */
  readonly usual: string;
};

type Line = { readonly row: Row; readonly amountMinor: number; readonly currency: string };

/**
 * Asks about lines with two different amounts in a table with only one column of currencies: the
 * currency may belong to either amount.
 */
export function askSecondAmounts(
  lines: readonly Line[],
  { table, questions, usual }: Asking,
): void {
  const { names } = table;
  const seconds = names.flatMap((name, index) => (secondAmountHeading.test(name) ? [index] : []));
  const currencies = names.filter(
    (name, index) => !seconds.includes(index) && announcesCurrency(name),
  );
  if (seconds.length === 0 || currencies.length !== 1) return;
  const isUnclear = ({ row, amountMinor, currency }: Line) =>
    seconds.some((index) => {
      const amounts = readings(row.cells[index] ?? '', currency);
      return amounts.length > 0 && amounts.every((one) => one !== 0 && one !== amountMinor);
    });
  const unclear = lines.filter(isUnclear);
  if (unclear.length === 0) return;
  questions.ask({
    key,
    kind: key,
    choices,
    column: seconds.map((index) => names[index]?.trim() ?? '').join(', '),
    word: usual,
    values: describe(unclear, { table, seconds }),
  });
}

type Described = { readonly table: BankTable; readonly seconds: readonly number[] };

function* describe(lines: readonly Line[], { table, seconds }: Described): Generator<string> {
  for (const { row } of lines) {
    const amounts = amountHeads.map((head) => table.cell(row, head));
    const others = seconds.map((index) => row.cells[index]?.trim() ?? '');
    const cells = [table.cell(row, 'debtorName'), ...amounts, table.cell(row, 'currency')];
    yield [...cells, ...others].filter((cell) => cell !== '').join(' · ');
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
