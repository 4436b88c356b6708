import type { MergedFact } from '@bursar/contracts/records/borrower-merges';
import type { Borrower } from '@bursar/contracts/records/borrowers';
import { keysOf } from '@bursar/contracts/fact-kinds';
import { borrowerFacts } from '@bursar/contracts/facts';

/** Derived from the fact definitions, so that no page loads the whole contract. */
export const comparedFacts: readonly MergedFact[] = [...keysOf(borrowerFacts), 'externalId'];

type Record = Pick<Borrower, MergedFact>;

export const nameOf = ({ name, externalId }: Record): string | undefined =>
  name ?? externalId ?? undefined;

/** Returns the facts that differ between two records, or between two versions of one. */
export function differingFacts(one: Record, other: Record): MergedFact[] {
  return comparedFacts.filter((fact) => one[fact] !== other[fact]);
}

/** Returns whether to propose the other record's value: if only that record has one. */
export function defaultTaken(remaining: Record, other: Record, fact: MergedFact): boolean {
  return remaining[fact] === null && other[fact] !== null;
}
