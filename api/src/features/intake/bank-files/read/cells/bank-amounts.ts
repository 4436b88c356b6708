import { yieldingToEventLoop } from '../../../imports/yield-to-event-loop.ts';
import { fileQuestionChoices } from '@bursar/contracts/intake/file-questions.values';
import { parseMoney } from '@bursar/loan-maths/money';
import type { NumberDisplay } from '../../../../../platform/table-files/number-display.ts';
import {
  formatVerdict,
  noEvidence,
  noteNumber,
  readNumberAs,
  type DecimalMark,
  type NumberEvidence,
} from '../../../../../platform/table-files/number-format.ts';
import { refuse } from '../../../../../platform/outcome.ts';
import type { FileQuestions } from '../../../imports/read/file-questions.ts';
import type { BankTable } from '../columns/bank-columns.ts';
import { UnreadableBankFile } from '../bank-line.ts';
import { withoutSide } from '../columns/amount-sides.ts';
import type { Side } from '../bank-terms.ts';

export const amountHeads = ['amount', 'credit', 'debit'] as const;
export type AmountHead = (typeof amountHeads)[number];

/**
 * The number format of a file's amounts: `mark` is the decimal mark that the file proves or the
 * user chose, and `isOpen` means that it is not known yet.
 */
export type AmountFormat = {
  readonly mark: DecimalMark | null;
  readonly isOpen: boolean;
  /** The mark of the running balance, if its column proves another one. */
  readonly balanceMark?: DecimalMark;
};

export type AmountCell = {
  /** The amount without its sign, as a plain decimal with a point. */
  readonly decimal: string;
  readonly isNegative: boolean;
  /** The direction that a "Cr" or "Dr" in the cell states; null without one. */
  readonly side: Side | null;
  readonly isSigned: boolean;
  readonly currencies: readonly string[] | null;
};

/**
 * Determines the decimal mark of the file from all amounts and balances, and from text above the
 * table that names a currency. Asks the user if these do not prove it.
 */
export async function amountFormat(
  table: BankTable,
  questions: FileQuestions,
): Promise<AmountFormat> {
  const [evidence, ofBalance] = [noEvidence(), noEvidence()];
  for await (const row of yieldingToEventLoop(table.rows)) {
    for (const head of [...amountHeads, 'balance'] as const) {
      // Skip numbers of a workbook, which are stored plain, without an ambiguous mark.
      if (table.displayOf(row, head) !== undefined) continue;
      const { text } = withoutSide(table.cell(row, head));
      if (text !== '') noteNumber(head === 'balance' ? ofBalance : evidence, text);
    }
  }
  for (const { cells } of table.above) {
    for (const cell of cells) if (readsAsMoney(cell)) noteNumber(evidence, cell);
  }
  const column = table.nameOf('amount') || table.nameOf('credit');
  const apart = formatsApart(evidence, ofBalance);
  return apart ?? provenFormat([evidence, ofBalance], { column, questions });
}

/**
 * Returns the format of a file whose amounts and balances have different decimal marks, as some
 * banks write them. Null unless both prove their mark and no number can be read both ways.
 */
function formatsApart(evidence: NumberEvidence, ofBalance: NumberEvidence): AmountFormat | null {
  const [amounts, balance] = [formatVerdict(evidence), formatVerdict(ofBalance)];
  const isProven = amounts.kind === 'proved' && balance.kind === 'proved';
  if (!isProven || amounts.decimalMark === balance.decimalMark) return null;
  if (evidence.ambiguous.count > 0 || ofBalance.ambiguous.count > 0) return null;
  return { mark: amounts.decimalMark, isOpen: false, balanceMark: balance.decimalMark };
}

/**
 * Returns the format that the evidence proves, or asks about the decimal mark. Throws if the
 * evidence proves both marks.
 */
export function provenFormat(
  evidence: readonly NumberEvidence[],
  { column, questions }: { readonly column: string; readonly questions: FileQuestions },
): AmountFormat {
  const verdict = formatVerdict(...evidence);
  if (verdict.kind === 'not-needed') return { mark: null, isOpen: false };
  if (verdict.kind === 'proved') return { mark: verdict.decimalMark, isOpen: false };
  if (verdict.kind === 'contradicted') {
    const [point = '', comma = ''] = [verdict.point.samples[0], verdict.comma.samples[0]];
    throw new UnreadableBankFile(refuse('bank_amounts_mixed', { details: { point, comma } }));
  }
  const answer = questions.ask({
    key: 'decimal-mark',
    kind: 'decimal-mark',
    choices: fileQuestionChoices['decimal-mark'],
    column,
    values: verdict.ambiguous.samples,
    readings: (choice, values) => values.map((value) => readNumberAs(value, choice)?.decimal ?? ''),
  });
  return { mark: answer, isOpen: answer === null };
}

const readsAsMoney = (cell: string): boolean =>
  (['point', 'comma'] as const).some((mark) => readNumberAs(cell, mark)?.currencies);

/**
 * Reads an amount cell; null if it is not an amount. While the mark is unknown, the value is only
 * compared with zero.
 */
export function readAmount(cell: string, { mark, isOpen }: AmountFormat): AmountCell | null {
  const { text, side } = withoutSide(cell);
  const read = readNumberAs(text, mark) ?? (isOpen ? openNumber(text) : null);
  if (!read || read.isPercent) return null;
  const isNegative = read.decimal.startsWith('-');
  const { currencies } = read;
  const isSigned = isNegative || /^\s*[+\uff0b]|[+\uff0b]\s*$/.test(text);
  return { decimal: read.decimal.replace('-', ''), isNegative, side, isSigned, currencies };
}

/**
 * Reads a number as a workbook stores it; its display format may state a currency and a direction.
 * Null if the format is not that of a plain number.
 */
export function storedAmount(cell: string, display: NumberDisplay): AmountCell | null {
  const read = display.kind === 'plain' ? readNumberAs(cell, 'point') : null;
  if (!read) return null;
  const isNegative = read.decimal.startsWith('-');
  const { currencies } = display;
  const shown = display.side[isNegative ? 'negative' : 'positive'];
  const side = shown && (shown === 'credit' ? 'in' : 'out');
  const decimal = read.decimal.replace('-', '');
  return { decimal, isNegative, side, isSigned: isNegative, currencies };
}

function openNumber(text: string) {
  const read = readNumberAs(text, 'point') ?? readNumberAs(text, 'comma');
  return read && { ...read, decimal: read.decimal.startsWith('-') ? '-1' : '1' };
}

/** Converts to minor units; null if there are more decimals than the currency has. */
export function minorOf({ decimal }: AmountCell, currency: string): number | null {
  const parsed = parseMoney(decimal, currency);
  return parsed.ok && !parsed.value.digitsWereLost ? Number(parsed.value.amountMinor) : null;
}
