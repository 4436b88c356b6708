import { writeCsvLine } from '../../../platform/write-csv.ts';
import type { TapeLayout } from './tape-layouts.ts';

/** A row that starts so explains something to people; imports skip it. */
export const COMMENT_START = '#';

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
