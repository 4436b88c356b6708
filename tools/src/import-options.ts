import { textEncoding } from '@bursar/contracts/intake/tape-reading';
import {
  tapeFields,
  type TapeField,
  type ChosenColumns,
} from '@bursar/contracts/intake/tape-fields';
import {
  tapeAnswers,
  tapeQuestionKinds,
  textEncodings,
  type TapeAnswers,
  type TapeQuestionKind,
  type TextEncoding,
} from '@bursar/contracts/intake/tape-telling';
import { parseCalendarDate } from '@bursar/loan-maths/calendar';
import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import type { WholeFileValues } from '@bursar/contracts/intake/tape-whole-file';
import { wholeFileFields } from '@bursar/contracts/intake/tape-whole-file.values';
import { listedWordFields, tapeWords } from '@bursar/contracts/intake/tape-words.values';
import { readForAll, readTablePlace, readWords, type GivenWord } from './import-answers.ts';
import { readArguments, uuidPattern } from './read-arguments.ts';

export type ImportOptions = {
  readonly portfolio: string;
  readonly file: string | null;
  readonly undo: string | null;
  /** `YYYY-MM-DD`; null means today. */
  readonly cutOffOn: string | null;
  /** Null if the encoding is detected from the file. */
  readonly encoding: TextEncoding | null;
  /** Null if the columns are read from the header. */
  readonly columns: ChosenColumns | null;
  /** Answers to the open questions of a file. */
  readonly answers: TapeAnswers;
  /** Meanings of words in the file. */
  readonly words: readonly GivenWord[];
  /** Values for all loans of the file, for fields without a column. */
  readonly forAll: WholeFileValues;
  /** Null if Bursar finds the table itself. */
  readonly table: TableChoice | null;
  readonly isDryRun: boolean;
  readonly isAgreed: boolean;
  readonly findingsFile: string | null;
  readonly takesGoodRows: boolean;
  readonly badRowsFile: string | null;
};

export type ReadOptions =
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly problem: string }
  | { readonly kind: 'run'; readonly options: ImportOptions };

export const importHelp = `Usage: npm run import -- --portfolio EMAIL FILE [options]
       npm run import -- --portfolio EMAIL --undo ID

Imports a loan tape (CSV, XLSX, XLS or ODS) into the portfolio whose manager signs in as EMAIL. It shows a dry
run, asks, and books all loans or none; with --good-rows, all loans whose rows have no error. The
server may be running or stopped.

  --cut-off DAY    the last day that the balances include, such as 2026-03-31; the default is today
  --encoding NAME  read the text as ${textEncodings.join(', ')}
  --map FACT=COLUMN
                   read a fact from the column with that name, or #3 for the third column; FACT=
                   reads it from no column. Allowed once for each fact:${factsOnLines()}
  --answer QUESTION=ANSWER
                   answer an open question about the tape; required before booking:
${answersOnLines()}
  --word FACT:WORD=MEANING
                   say what a word of the file means; required for words that are not known:
${wordsOnLines()}
                   team:WORD= or agent:WORD= and the name or email address of a team or an agent,
                   or unassigned
  --for-all FACT=VALUE
                   give a fact that no column has once for all loans:
                   ${wholeFileFields.join(', ')}
  --sheet NAME     read this sheet of a workbook
  --table-row ROW  the row of the heading; without a heading, the first row to read
  --no-heading     the table has no heading; its columns are then #1, #2, #3
  --dry-run        show what would be booked, without booking it
  --yes            book without asking, if the tape has no errors
  --good-rows      with errors, book only the loans whose rows have none
  --bad-rows PATH  write the rows with errors to a CSV file, each with its findings
  --findings PATH  write all errors and warnings to a CSV file
  --undo ID        undo a booked import whose loans have no activity since
  --help           show this help

Ctrl-C cancels, and nothing is booked. Exit codes:
  0  booked, undone, or a dry run without errors
  1  nothing was booked or undone: the tape has errors or open questions, which are listed, or the
     import was declined, refused or cancelled
  2  the arguments are invalid`;

export function readImportOptions(args: readonly string[]): ReadOptions {
  const parsed = parse(args);
  if (typeof parsed === 'string') return wrong(parsed);
  const { values, positionals } = parsed;
  if (values.help) return { kind: 'help' };
  const [file = null, ...more] = positionals;
  const { portfolio, undo = null, findings = null } = values;
  if (portfolio === undefined) return wrong('--portfolio is missing.');
  if (more.length > 0) return wrong('Give one file at a time.');
  if (undo === null && file === null) return wrong('The file to import is missing.');
  if (undo !== null && file !== null) return wrong('--undo takes no file.');
  if (undo !== null && !uuidPattern.test(undo))
    return wrong(`--undo is "${undo}", which is not the id of an import.`);
  const cutOffOn = values['cut-off'] ?? null;
  if (cutOffOn !== null && parseCalendarDate(cutOffOn) === undefined)
    return wrong(`--cut-off is "${cutOffOn}", which is not a day such as 2026-03-31.`);
  const encoding = textEncoding.nullable().safeParse(values.encoding ?? null);
  if (!encoding.success)
    return wrong(`--encoding is "${values.encoding}"; expected ${textEncodings.join(', ')}.`);
  const columns = readColumns(values.map ?? []);
  if (typeof columns === 'string') return wrong(columns);
  const answers = readAnswers(values.answer ?? []);
  if (typeof answers === 'string') return wrong(answers);
  const words = readWords(values.word ?? []);
  if (typeof words === 'string') return wrong(words);
  const forAll = readForAll(values['for-all'] ?? []);
  if (typeof forAll === 'string') return wrong(forAll);
  const { sheet, 'table-row': row, 'no-heading': hasNoHeading = false } = values;
  const table = readTablePlace({ sheet, row, hasNoHeading });
  if (typeof table === 'string') return wrong(table);
  const isDryRun = values['dry-run'] ?? false;
  const isAgreed = values.yes ?? false;
  if (isDryRun && isAgreed) return wrong('--yes has no effect with --dry-run. Use one of them.');
  const wishes = { isDryRun, isAgreed, findingsFile: findings };
  const rows = {
    takesGoodRows: values['good-rows'] ?? false,
    badRowsFile: values['bad-rows'] ?? null,
  };
  const facts = { columns, answers, words, forAll, table };
  const given = { cutOffOn, encoding: encoding.data, ...facts };
  const options = { portfolio, file, undo, ...given, ...wishes, ...rows };
  return { kind: 'run', options };
}

/**
 * Returns the chosen columns, or a message if the mappings are invalid or contradict each other.
 * Returns null without mappings.
 */
function readColumns(maps: readonly string[]): ChosenColumns | null | string {
  const given = new Map<TapeField, string>();
  for (const map of maps) {
    const [, name = '', column] = /^([^=]*)=(.*)$/s.exec(map) ?? [];
    if (column === undefined) return `--map is "${map}"; expected FACT=COLUMN.`;
    const field = tapeFields.find((one) => one === name);
    if (!field) return `--map names "${name}"; expected one of ${tapeFields.join(', ')}.`;
    if (given.has(field)) return `--map names ${field} twice.`;
    const other = column === '' ? null : [...given].find(([, taken]) => taken === column);
    if (other) return `--map reads both ${other[0]} and ${field} from the column ${column}.`;
    given.set(field, column);
  }
  return given.size > 0 ? Object.fromEntries(given) : null;
}

/** Returns the answers, or a message if they are invalid. */
function readAnswers(texts: readonly string[]): TapeAnswers | string {
  const given = new Map<TapeQuestionKind, string>();
  for (const text of texts) {
    const [name, answer] = text.split('=');
    const kind = tapeQuestionKinds.find((one) => one === name);
    if (!kind) return `--answer is "${text}"; expected one of ${tapeQuestionKinds.join(', ')}.`;
    const known: readonly string[] = tapeAnswers[kind];
    if (answer === undefined || !known.includes(answer)) {
      return `--answer is "${text}"; expected ${kind}=${known.join(' or ')}.`;
    }
    if (given.has(kind)) return `--answer names ${kind} twice.`;
    given.set(kind, answer);
  }
  return Object.fromEntries(given);
}

function answersOnLines(): string {
  return tapeQuestionKinds
    .map((kind) => `                   ${kind}=${tapeAnswers[kind].join('|')}`)
    .join('\n');
}

function wordsOnLines(): string {
  return listedWordFields
    .map((field) => `                   ${field}:WORD=${tapeWords[field].join('|')}`)
    .join('\n');
}

function factsOnLines(): string {
  const lines = [''];
  for (const field of tapeFields) {
    const last = lines.at(-1) ?? '';
    if (last.length + field.length > 70) lines.push(field);
    else lines[lines.length - 1] = last === '' ? field : `${last}, ${field}`;
  }
  return lines.map((line) => `\n                   ${line}`).join(',');
}

const parse = (args: readonly string[]) =>
  readArguments({
    args: [...args],
    allowPositionals: true,
    options: {
      portfolio: { type: 'string' },
      undo: { type: 'string' },
      'cut-off': { type: 'string' },
      encoding: { type: 'string' },
      map: { type: 'string', multiple: true },
      answer: { type: 'string', multiple: true },
      word: { type: 'string', multiple: true },
      'for-all': { type: 'string', multiple: true },
      sheet: { type: 'string' },
      'table-row': { type: 'string' },
      'no-heading': { type: 'boolean' },
      findings: { type: 'string' },
      'good-rows': { type: 'boolean' },
      'bad-rows': { type: 'string' },
      'dry-run': { type: 'boolean' },
      yes: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });

function wrong(problem: string): ReadOptions {
  return { kind: 'wrong', problem };
}
