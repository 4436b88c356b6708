import {
  mapFacts,
  plainCode,
  type Fact,
  type Facts,
  type FactValues,
  type PlainValue,
} from '@bursar/contracts/fact-kinds';
import { tapeFacts, type TapeField } from '@bursar/contracts/intake/tape-fields';
import type { RowCells } from './row-cells.ts';

/** Reads the record fields of one row, each by its kind; a field that tapes never have is null. */
export function readFacts<F extends Facts>(cells: RowCells, facts: F): FactValues<F> {
  return mapFacts(facts, (fact, key) => {
    const field = fieldOf.get(key);
    return field ? (readFact(cells, field, fact) ?? fact.tape?.absent) : null;
  });
}

const fieldOf: ReadonlyMap<string, TapeField> = new Map(
  tapeFacts.map(({ key, field }) => [key, field]),
);

function readFact(cells: RowCells, field: TapeField, fact: Fact): PlainValue | null {
  switch (fact.kind) {
    case 'text':
      return fact.isCode ? readCode(cells, field, fact) : cells.text(field, fact);
    case 'count':
      return cells.wholeNumber(field, fact);
    case 'money':
      return cells.money(field, { mustBePositive: fact.isPositive ?? false });
    case 'rate':
      return cells.decimal(field, fact);
    case 'day':
      return cells.date(field, 'day');
    case 'choice':
      return cells.choice(field, byOwnName(fact.choices));
    case 'yes-no':
      return cells.choice(field, yesOrNo);
  }
}

/** Caches the map per list of choices, so that it is not rebuilt for each cell. */
function byOwnName(choices: readonly string[]): ReadonlyMap<string, string> {
  const known = choicesByName.get(choices);
  if (known) return known;
  const byName = new Map(choices.map((one) => [one, one]));
  choicesByName.set(choices, byName);
  return byName;
}

const choicesByName = new WeakMap<readonly string[], ReadonlyMap<string, string>>();

const yesOrNo = new Map([
  ['yes', true],
  ['no', false],
]);

function readCode(
  cells: RowCells,
  field: TapeField,
  { min = 1, max }: { readonly min?: number; readonly max: number },
): string | null {
  const text = cells.text(field, { max });
  if (text === null) return null;
  const code = plainCode(text);
  if (code.length >= min) return code;
  cells.refuse('value_too_short', field, { min });
  return null;
}
