import { fileQuestionChoices } from '@bursar/contracts/intake/file-questions.values';
import { BANK_LINES_MAX } from '@bursar/contracts/intake/bank-files.values';
import { isCalendarDate } from '@bursar/loan-maths/calendar';
import { parseMoney } from '@bursar/loan-maths/money';
import { refuse } from '../../../../../platform/outcome.ts';
import {
  noEvidence,
  noteNumber,
  readNumberAs,
  type DecimalMark,
} from '../../../../../platform/table-files/number-format.ts';
import type { FileQuestions } from '../../../imports/read/file-questions.ts';
import { provenFormat } from '../cells/bank-amounts.ts';
import { lineNotRead, tooManyLines, UnreadableBankFile, type ReadLine } from '../bank-line.ts';
import type { BankFormat } from './bank-format.ts';
import { linesIn } from './text-lines.ts';

/**
 * Quicken Interchange Format: one letter and a value in each line. It states neither a currency
 * nor the order of day and month.
 */
export const qif: BankFormat = {
  name: 'qif',
  recognises: (start) => /^!(Type|Account|Option|Clear)\b/i.test(start),
  read: async function* read(text, { currency, questions }) {
    const records = await recordsIn(text);
    const order = dayOrder(records, questions);
    const mark = decimalMark(records, questions);
    for (const [at, record] of records.entries()) {
      yield lineOf(record, { number: at + 1, currency, order, mark });
    }
  },
};

type Record = { readonly account: string; readonly values: ReadonlyMap<string, string> };

/** The types whose records are bank lines, unlike those of investments or categories. */
const accountTypes = /^!Type:\s*(Bank|Cash|CCard|Oth [AL])\s*$/i;

async function recordsIn(text: AsyncIterable<string>): Promise<readonly Record[]> {
  const records: Record[] = [];
  let [kind, account] = ['', ''];
  let values = new Map<string, string>();
  for await (const line of linesIn(text)) {
    if (line.startsWith('!')) {
      if (/^!(Option|Clear):/i.test(line)) continue;
      kind = /^!Account/i.test(line) ? 'account' : accountTypes.test(line.trim()) ? 'lines' : '';
      values = new Map();
    } else if (line.startsWith('^')) {
      if (kind === 'account') account = values.get('N') ?? '';
      else if (kind === 'lines' && values.size > 0) records.push({ account, values });
      values = new Map();
      if (records.length > BANK_LINES_MAX) throw tooManyLines();
    } else if (line.trim() !== '' && !values.has(line.charAt(0))) {
      values.set(line.charAt(0), line.slice(1).trim());
    }
  }
  // The last record may lack its end mark. If it also lacks its day or amount, the file is refused.
  if (kind === 'lines' && values.size > 0) records.push({ account, values });
  return records;
}

type DayOrder = (typeof fileQuestionChoices)['day-order'][number];
type Terms = {
  readonly number: number;
  readonly currency: string;
  readonly order: DayOrder;
  readonly mark: DecimalMark | null;
};

function lineOf({ account, values }: Record, { number, currency, order, mark }: Terms): ReadLine {
  const of = (letter: string) => values.get(letter) ?? '';
  const bookedOn = readDay(of('D'), order);
  if (bookedOn === null) throw lineNotRead(number, 'D');
  const decimal = readNumberAs(of('T') || of('U'), mark)?.decimal ?? '';
  const parsed = parseMoney(decimal, currency);
  if (!parsed.ok || parsed.value.digitsWereLost) throw lineNotRead(number, 'T');
  const signed = Number(parsed.value.amountMinor);
  return {
    account,
    bankId: '',
    bookedOn,
    valueOn: bookedOn,
    amountMinor: Math.abs(signed),
    currency,
    debtorName: of('P'),
    payerAccount: '',
    remittance: [of('M'), of('N')].filter((text) => text !== '').join(' · '),
    leftOut: signed < 0 ? 'debit' : signed === 0 ? 'zero' : null,
    mark: '',
    row: JSON.stringify([...values]),
  };
}

function decimalMark(records: readonly Record[], questions: FileQuestions): DecimalMark | null {
  const evidence = noEvidence();
  for (const { values } of records) noteNumber(evidence, values.get('T') ?? values.get('U') ?? '');
  const { mark, isOpen } = provenFormat([evidence], { column: 'T', questions });
  // No line is stored while the question is open.
  return isOpen ? 'point' : mark;
}

/** Quicken writes the year after an apostrophe if it is after 1999, and spaces instead of zeros. */
const parts = /^(\d{1,2})[/.-](\d{1,2})(['/.-])(\d{4}|\d{1,2})$/;

const compact = (text: string): string => text.replaceAll(/\s/g, '');

function dayOrder(records: readonly Record[], questions: FileQuestions): DayOrder {
  const texts = records.map(({ values }) => values.get('D') ?? '');
  const dates = texts.flatMap((text) => {
    const [, first, second] = parts.exec(compact(text)) ?? [];
    // Dates with points always begin with the day.
    if (first === undefined || text.includes('.')) return [];
    return [{ text, first: Number(first), second: Number(second) }];
  });
  const isDayFirst = dates.some(({ first }) => first > 12);
  const isMonthFirst = dates.some(({ second }) => second > 12);
  if (isDayFirst && isMonthFirst) throw new UnreadableBankFile(refuse('bank_dates_ambiguous'));
  if (isDayFirst) return 'day-first';
  const inDoubt = dates.filter(({ first, second }) => first !== second);
  if (isMonthFirst || inDoubt.length === 0) return 'month-first';
  const answer = questions.ask({
    key: 'day-order',
    kind: 'day-order',
    choices: fileQuestionChoices['day-order'],
    column: 'D',
    values: inDoubt.map(({ text }) => text),
    readings: (choice, values) => values.map((value) => readDay(value, choice) ?? ''),
  });
  return answer ?? 'month-first';
}

function readDay(text: string, order: DayOrder): string | null {
  const written = compact(text);
  if (isCalendarDate(written)) return written;
  const [, first = '', second = '', mark, last = ''] = parts.exec(written) ?? [];
  const short = Number(last) + (Number(last) < 70 || mark === "'" ? 2000 : 1900);
  const year = last.length === 4 ? last : String(short);
  const isDayFirst = order === 'day-first' || text.includes('.');
  const [month, day] = isDayFirst ? [second, first] : [first, second];
  const read = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return first !== '' && isCalendarDate(read) ? read : null;
}
