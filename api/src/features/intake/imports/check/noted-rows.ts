import { looksLikeFormula } from '../../../../platform/cell-formulas.ts';
import {
  warningFinding,
  type Findings,
  type NewFinding,
} from '../../../../platform/table-files/findings.ts';
import type { TapeRow } from '../../../../platform/table-files/tape-rows.ts';
import type { RecognisedColumns } from '../read/recognise-columns.ts';

/** Collects what a user should know about the rows of a tape as a whole. */
export function noteRows({ places }: RecognisedColumns) {
  const hidden: number[] = [];
  const totals: number[] = [];
  const notes: number[] = [];
  const calculated = new Map<string, number>();
  let leftOut = 0;
  return {
    note(row: TapeRow): void {
      if (row.isHidden) hidden.push(row.number);
      if (row.formulas.length === 0) return;
      for (const { index, name } of places.values()) {
        const value = row.cells[index] ?? '';
        const isCalculated =
          row.formulas.includes(index) && value !== '' && !looksLikeFormula(value);
        if (isCalculated) calculated.set(name, (calculated.get(name) ?? 0) + 1);
      }
    },
    noteTotals: (row: TapeRow): void => void totals.push(row.number),
    noteText: (row: TapeRow): void => void notes.push(row.number),
    noteLeftOut(): void {
      leftOut += 1;
    },
    addTo(findings: Findings): void {
      if (leftOut > 0)
        findings.add(warningFinding('rows_left_out', { details: { count: leftOut } }));
      if (hidden.length > 0) findings.add(listing('rows_hidden', hidden));
      if (totals.length > 0) findings.add(listing('totals_not_read', totals));
      if (notes.length > 0) findings.add(listing('notes_not_read', notes));
      for (const [column, count] of calculated) {
        findings.add(warningFinding('formulas_calculated', { column, details: { count } }));
      }
    },
  };
}

type ListedRows = 'rows_hidden' | 'totals_not_read' | 'notes_not_read';

function listing(code: ListedRows, numbers: readonly number[]): NewFinding {
  const named = numbers.slice(0, ROWS_NAMED).join(', ');
  const rows = numbers.length > ROWS_NAMED ? `${named}, … (${numbers.length})` : named;
  return warningFinding(code, { row: numbers[0] ?? null, details: { rows } });
}

const ROWS_NAMED = 20;
