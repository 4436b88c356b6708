import { editableBorrowerFacts } from '@bursar/contracts/records/borrowers';
import {
  keysOf,
  mapFacts,
  MASK,
  maskedText,
  plainCode,
  type Fact,
  type PlainValue,
} from '@bursar/contracts/fact-kinds';
import { isMaskedFor, type Reader } from '../../../platform/facts.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { EditableFacts } from './borrowers.store.ts';

export type GivenFacts = { readonly [Key in keyof EditableFacts]?: EditableFacts[Key] | undefined };

type Known = { readonly before: EditableFacts; readonly reader: Reader };

/**
 * Normalises the fields to store. Fields that were left out, or came back masked, do not change.
 */
export function checkFacts(
  given: GivenFacts,
  { before, reader }: Known,
): Outcome<EditableFacts, 'value_is_masked' | 'value_too_short'> {
  const checked = mapFacts(editableBorrowerFacts, (fact, key) => {
    const value = given[key];
    const isLeft =
      value === undefined || comesBackMasked(fact, { value, was: before[key], reader });
    return isLeft ? before[key] : storedForm(fact, value);
  });
  const masked = keysOf(editableBorrowerFacts).find((key) => {
    const fact: Fact = editableBorrowerFacts[key];
    return fact.masked && checked[key] !== before[key] && String(given[key]).includes(MASK);
  });
  if (masked) return refuse('value_is_masked', { field: masked });
  const short = keysOf(editableBorrowerFacts).find((key) =>
    isTooShort(editableBorrowerFacts[key], checked[key]),
  );
  return short ? refuse('value_too_short', { field: short }) : succeed(checked);
}

type Sent = {
  readonly value: PlainValue | null;
  readonly was: PlainValue | null;
  readonly reader: Reader;
};

function comesBackMasked(fact: Fact, { value, was, reader }: Sent): boolean {
  return isMaskedFor(fact, reader) && typeof was === 'string' && value === maskedText(fact, was);
}

function storedForm(fact: Fact, value: PlainValue | null): PlainValue | null {
  if (typeof value !== 'string') return value;
  return (fact.kind === 'text' && fact.isCode ? plainCode(value) : value.trim()) || null;
}

function isTooShort(fact: Fact, value: PlainValue | null): boolean {
  return fact.kind === 'text' && typeof value === 'string' && value.length < (fact.min ?? 0);
}
