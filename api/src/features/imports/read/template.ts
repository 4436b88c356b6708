import { writeCsvLine } from '../../../platform/write-csv.ts';
import { templateLayout } from './tape-layouts.ts';

/** A row that starts so explains something to people; imports skip it. */
export const COMMENT_START = '#';

/** Bursar's own tape without loans: its columns, and one line that explains each. */
export function tapeTemplate(): string {
  const { columns } = templateLayout;
  const explanations = columns.map(({ isRequired, explanation }) =>
    isRequired ? `Required. ${explanation}` : explanation,
  );
  const [first = '', ...rest] = explanations;
  return (
    writeCsvLine(columns.map(({ name }) => name)) +
    writeCsvLine([`${COMMENT_START} This line is skipped. ${first}`, ...rest])
  );
}
