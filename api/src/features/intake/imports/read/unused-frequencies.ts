import type { WholeFileValues } from '@bursar/contracts/intake/tape-whole-file';
import { tapeWords, wordKey } from '@bursar/contracts/intake/tape-words.values';
import {
  errorFinding,
  storable,
  type NewFinding,
} from '../../../../platform/table-files/findings.ts';
import type { TapeRow } from '../../../../platform/table-files/tape-rows.ts';
import type { RecognisedColumns } from './recognise-columns.ts';
import { usualWords } from './usual-words.ts';

const frequencyOf: ReadonlyMap<string, string> = new Map([
  ...tapeWords.frequency.map((word) => [word, word] as const),
  ...Object.entries(usualWords.frequency ?? {}).map(
    ([word, meaning]) => [wordKey(word), meaning] as const,
  ),
]);

/** Headings about a frequency that is not the loan's own. */
const otherHeading =
  /income|salary|wage|payroll|employ|report|statement|review|compound|gehalt|lohn|einkommen|salaire|revenu|salario|ingreso|renda|دخل|راتب/iu;

/**
 * Finds unused columns in which each filled cell says how often a loan is repaid, such as "Cycle"
 * with "Weekly". If they were ignored, the loans would be imported as monthly.
 */
export function profileFrequencies(
  { names, places, layout }: RecognisedColumns,
  forAll: WholeFileValues,
) {
  const used = new Set([...places.values()].map(({ index }) => index));
  // Known layouts have a field for the frequency, or only monthly loans.
  const isStated =
    places.has('frequency') || forAll.frequency !== undefined || layout.signature !== undefined;
  let open = isStated
    ? []
    : names.flatMap((name, index) =>
        used.has(index) || otherHeading.test(name) ? [] : [{ index, name, value: '', row: 0 }],
      );
  return {
    note({ number: row, cells }: TapeRow): void {
      if (open.length === 0) return;
      open = open.flatMap((column) => {
        const word = cells[column.index]?.trim() ?? '';
        if (word === '') return [column];
        const frequency = frequencyOf.get(wordKey(word));
        if (frequency === undefined) return [];
        return [
          column.value === '' && frequency !== 'monthly' ? { ...column, value: word, row } : column,
        ];
      });
    },
    findings(): readonly NewFinding[] {
      return open
        .filter(({ value }) => value !== '')
        .map(({ name, value, row }) =>
          errorFinding('period_not_used', { row, column: storable(name), value: storable(value) }),
        );
    },
  };
}
