import { writeCsvLine } from '../../../../platform/write-csv.ts';
import type { TapeLayout } from './tape-layouts.ts';

const COMMENT_START = '#';

/** Recognises an explanatory row, which imports skip. "#121" is an id, and "#N/A" an error. */
export function isComment([first = '']: readonly string[]): boolean {
  return /^#(\s|$)/.test(first.trimStart());
}

/** Writes a layout without data: the header, and one line that explains each column. */
export function templateOf({ columns }: TapeLayout): string {
  const explanations = columns.map(({ isRequired, explanation }) =>
    isRequired ? `Required. ${explanation}` : explanation,
  );
  const [first = '', ...rest] = explanations;
  return (
    writeCsvLine(columns.map(({ name }) => name)) +
    writeCsvLine([`${COMMENT_START} This line is skipped. ${first}`, ...rest])
  );
}
