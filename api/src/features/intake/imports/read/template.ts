import { writeCsvLine } from '../../../../platform/write-csv.ts';
import type { TapeLayout } from './tape-layouts.ts';

const COMMENT_START = '#';

/** A row that explains something to people; imports skip it. "#121" is an id, "#N/A" an error. */
export function isComment([first = '']: readonly string[]): boolean {
  return /^#(\s|$)/.test(first.trimStart());
}

/** A layout without rows: its columns, and one line that explains each. */
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
