import {
  errorFinding,
  storable,
  type NewFinding,
} from '../../../../platform/table-files/findings.ts';
import type { TapeRow } from '../../../../platform/table-files/tape-rows.ts';
import type { RecognisedColumns } from './recognise-columns.ts';

/** Collects the months that the rows of a file describe, if its layout has a column of them. */
export function profilePeriods({ names, layout }: RecognisedColumns) {
  const index = layout.period === undefined ? -1 : names.indexOf(layout.period);
  const months = new Set<string>();
  return {
    note({ cells }: TapeRow): void {
      const month = storable((cells[index] ?? '').trim());
      if (month !== '') months.add(month);
    },
    /** Returns an error if the file has several months, because a loan has only one balance. */
    findings(): readonly NewFinding[] {
      if (months.size < 2) return [];
      const inOrder = [...months].toSorted();
      const month = (at: number) => (inOrder.at(at) ?? '').slice(0, 7);
      const details = { first: month(0), latest: month(-1) };
      return [errorFinding('several_months', { column: names[index] ?? null, details })];
    },
  };
}
