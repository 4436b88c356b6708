import type { BankFile, BankLine } from '@bursar/contracts/intake/bank-files';
import type { BankColumn } from '@bursar/contracts/intake/bank-layouts';
import type { FileQuestion } from '@bursar/contracts/intake/file-questions';
import type { ReadLine } from '@bursar/api/features/intake/bank-files/read/bank-line';
import { count } from './shell-files.ts';
import { inColumns, showMoney } from './terminal-table.ts';

export const LINES_SHOWN = 20;

type About = { readonly portfolioName: string; readonly waiting: readonly BankLine[] };

/**
 * Formats a stored file for a terminal: its lines by state, then the first lines that wait for a
 * person.
 */
export function describeBankFile(file: BankFile, { portfolioName, waiting }: About): string {
  const sums = file.sums.map(({ state, lines, amountMinor, currency }) => [
    stateNames[state],
    count(lines),
    `${showMoney(amountMinor, currency)} ${currency}`,
  ]);
  const undecided = file.sums.find(({ state }) => state === 'needs-look')?.lines ?? 0;
  const further = undecided - waiting.length;
  return [
    `${file.fileName} for ${portfolioName}: ${count(file.lines)} lines (${file.format})`,
    '',
    ...inColumns(sums, { atEnd: [1, 2] }),
    ...(waiting.length > 0 ? ['', 'Without a certain loan:'] : []),
    ...inColumns(waiting.map(shownLine), { atEnd: [0, 2] }),
    ...(further > 0 ? [`  … and ${count(further)} more`] : []),
    '',
  ].join('\n');
}

const stateNames: Readonly<Record<BankFile['sums'][number]['state'], string>> = {
  matched: 'Matched',
  'needs-look': 'To decide',
  'left-out': 'Left out',
  posted: 'Posted',
  refused: 'Refused',
  returned: 'Returned',
};

const shownLine = ({ number, valueOn, ...line }: BankLine): readonly string[] => [
  String(number),
  valueOn,
  `${showMoney(line.amountMinor, line.currency)} ${line.currency}`,
  line.debtorName,
  line.remittance.slice(0, REMITTANCE_SHOWN),
];

const REMITTANCE_SHOWN = 60;

/** Formats the lines of a file that was read but not stored. */
export function describeReadLines(fileName: string, lines: readonly ReadLine[]): string {
  const first = lines
    .slice(0, LINES_SHOWN)
    .map(({ valueOn, amountMinor, currency, debtorName, remittance, leftOut }, at) => [
      String(at + 1),
      valueOn,
      `${showMoney(amountMinor, currency)} ${currency}`,
      leftOut === null ? '' : `left out: ${leftOut}`,
      debtorName,
      remittance.slice(0, REMITTANCE_SHOWN),
    ]);
  const further = lines.length - first.length;
  return [
    `${fileName}: ${count(lines.length)} lines`,
    '',
    ...inColumns(first, { atEnd: [0, 2] }),
    ...(further > 0 ? [`  … and ${count(further)} more`] : []),
    '',
  ].join('\n');
}

/** Formats the columns of a file for the user to choose from, each with its first values. */
export const describeBankColumns = (columns: readonly BankColumn[]): string =>
  [
    'The columns of this file are not known. Choose them with --map FIELD=POSITION:',
    ...inColumns(
      columns.map(({ position, name, values, field }) => [
        String(position),
        name,
        field === null ? '' : `${field}?`,
        values.join(', '),
      ]),
      { atEnd: [0] },
    ),
  ].join('\n');

/** Formats the open questions of a file, each with its key and its choices. */
export const describeBankQuestions = (questions: readonly FileQuestion[]): string =>
  questions.map(describeQuestion).join('\n');

function describeQuestion({ key, kind, column, word, values, choices }: FileQuestion): string {
  const about = [column, word].filter((text) => text !== '').join(', ');
  const names = choices.map(({ choice }) => choice).join('|');
  const readings = values.map((value, at) => [
    value,
    ...choices.flatMap(({ choice, readings: read }) => {
      const reading = read[at];
      return reading === undefined ? [] : [`${choice}: ${reading}`];
    }),
  ]);
  return [
    `${kind}${about === '' ? '' : ` of ${about}`} is open. Answer with --answer '${key}=${names}':`,
    ...inColumns(readings, { atEnd: [] }),
    '',
  ].join('\n');
}
