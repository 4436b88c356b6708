import type { MergedFact } from '@bursar/contracts/records/borrower-merges';
import type { Borrower } from '@bursar/contracts/records/borrowers';
import { keysOf } from '@bursar/contracts/fact-kinds';
import { borrowerFacts } from '@bursar/contracts/facts';

/**
 * The facts that a merge compares. They are derived from the fact definitions, so that no page
 * loads the whole API contract.
 */
export const comparedFacts: readonly MergedFact[] = [...keysOf(borrowerFacts), 'externalId'];

type Record = Pick<Borrower, MergedFact>;

export const nameOf = ({ name, externalId }: Record): string | undefined =>
  name ?? externalId ?? undefined;

/** Returns the facts that differ between two records, or between two versions of a record. */
export function differingFacts(one: Record, other: Record): MergedFact[] {
  return comparedFacts.filter((fact) => one[fact] !== other[fact]);
}

/** Returns true if the merge proposes the value of the other record: only that record has one. */
export function defaultTaken(remaining: Record, other: Record, fact: MergedFact): boolean {
  return remaining[fact] === null && other[fact] !== null;
}
