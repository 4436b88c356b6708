import { looksLikeFormula } from '../../../../platform/cell-formulas.ts';
import type { WordColumn } from '@bursar/contracts/intake/tape-reading';
import {
  TAPE_WORDS_MAX,
  wordKey,
  type WordField,
} from '@bursar/contracts/intake/tape-words.values';
import {
  errorFinding,
  storable,
  type NewFinding,
} from '../../../../platform/table-files/findings.ts';
import type { TapeRow } from '../../../../platform/table-files/tape-rows.ts';
import { isEmptyCell } from './empty-cells.ts';
import { isSpreadsheetError } from './damaged-values.ts';
import {
  isHolderField,
  isWordField,
  knownWords,
  suggestedMeaning,
  type Words,
} from './known-words.ts';
import type { RecognisedColumns } from './recognise-columns.ts';

type Counted = {
  readonly field: WordField;
  readonly index: number;
  readonly name: string;
  /** The spelling that the file uses first, and the count, by word key. */
  readonly counts: Map<string, { readonly word: string; count: number }>;
};

/** Counts the words of each column of words. */
export function profileWords({ places }: RecognisedColumns) {
  const columns: Counted[] = [...places].flatMap(([field, { index, name }]) =>
    isWordField(field) ? [{ field, index, name, counts: new Map() }] : [],
  );
  return {
    columns: columns as readonly Counted[],
    note(row: TapeRow): void {
      for (const { field, index, counts } of columns) {
        const word = row.cells[index]?.trim() ?? '';
        if (isEmptyCell(word) || isSpreadsheetError(word)) continue;
        if (row.formulas.includes(index) && looksLikeFormula(word)) continue;
        const key = wordKey(word);
        const counted = counts.get(key);
        if (counted) counted.count += 1;
        else if (counts.size <= mostOf(field)) counts.set(key, { word, count: 1 });
      }
    },
  };
}

/**
 * Maximum number of different team and agent names counted per column. It exceeds the limit for
 * words, because most names are usually known.
 */
const HOLDERS_COUNTED_MAX = 2000;

const mostOf = (field: WordField): number =>
  isHolderField(field) ? HOLDERS_COUNTED_MAX : TAPE_WORDS_MAX;

type Asked = Parameters<typeof knownWords>[0];

/**
 * Lists the columns of words that the layout does not explain, with the user's explanations, and a
 * finding for each column that still has an unknown word. In a column with too many different
 * words, each cell is checked on its own; a column with too many unknown names has one finding.
 */
export function askForWords(columns: readonly Counted[], asked: Asked, words: Words) {
  const byLayout = knownWords({ ...asked, given: {}, remembered: {} });
  const unknown = columns.map((column): Counted => {
    const isUnknown = ([key]: readonly [string, unknown]) =>
      byLayout.meaningOf(column.field, key) === null;
    return { ...column, counts: new Map([...column.counts].filter(isUnknown)) };
  });
  const isListed = ({ counts }: Counted) => counts.size <= TAPE_WORDS_MAX;
  const open = columns.flatMap((column, at): readonly Counted[] => {
    const rest = unknown[at] ?? column;
    if (rest.counts.size === 0) return [];
    if (isListed(column)) return [column];
    return isHolderField(column.field) && isListed(rest) ? [rest] : [];
  });
  const crowded = unknown.filter((rest) => isHolderField(rest.field) && !isListed(rest));
  const shown = open.map((column) => describe(column, words, asked));
  const unassignable = open.flatMap((column) => unassignableIn(column, words, asked));
  const findings = [...shown.flatMap(findingOf), ...crowded.map(tooManyNames), ...unassignable];
  return { columns: shown, findings };
}

function tooManyNames({ name, counts }: Counted): NewFinding {
  const named = [...counts.values()].slice(0, WORDS_NAMED).map(({ word }) => storable(word));
  const details = { count: counts.size, cells: named.join(' · ') };
  return errorFinding('holders_not_known', { column: storable(name), details });
}

function describe(
  { field, name, counts }: Counted,
  { meaningOf }: Words,
  { holders }: Pick<Asked, 'holders'>,
): WordColumn {
  const words = [...counts.values()].toSorted((a, b) => b.count - a.count);
  return {
    field,
    column: storable(name),
    ...(isHolderField(field) && { holders: [...(holders?.assignable ?? [])] }),
    words: words.map(({ word, count }) => ({
      word: storable(word.slice(0, WORD_CHARACTERS)),
      count,
      meaning: meaningOf(field, word),
      suggested: suggestedMeaning(field, word, holders),
    })),
  };
}

/** Returns an error for each open word that names an agent who cannot receive loans. */
function unassignableIn(
  { field, name: column, counts }: Counted,
  { meaningOf }: Words,
  { holders }: Pick<Asked, 'holders'>,
): readonly NewFinding[] {
  if (!isHolderField(field)) return [];
  return [...counts.values()].flatMap(({ word, count }) => {
    const agent = meaningOf(field, word) === null ? holders?.unassignable(word) : null;
    if (!agent) return [];
    const code = agent.isSuspended ? 'holder_suspended' : 'holder_without_team';
    const about = { column: storable(column), value: storable(word), details: { count } };
    return [errorFinding(code, about)];
  });
}

const WORD_CHARACTERS = 200;
const WORDS_NAMED = 5;

function findingOf({ column, words }: WordColumn): readonly NewFinding[] {
  const open = words.filter(({ meaning }) => meaning === null);
  const [first] = open;
  if (!first) return [];
  const named = open.slice(0, WORDS_NAMED).map(({ word }) => word);
  const details = { count: open.length, cells: named.join(' · ') };
  return [errorFinding('words_not_known', { column, value: first.word, details })];
}
