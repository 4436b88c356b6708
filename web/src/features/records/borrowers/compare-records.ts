import type { MergedFact } from '@bursar/contracts/records/borrower-merges';
import type { Borrower } from '@bursar/contracts/records/borrowers';
import { keysOf } from '@bursar/contracts/fact-kinds';
import { borrowerFacts } from '@bursar/contracts/facts';

/** Made from the facts here too, so that no page needs the contract itself. */
export const comparedFacts: readonly MergedFact[] = [...keysOf(borrowerFacts), 'externalId'];

type Record = Pick<Borrower, MergedFact>;

export const nameOf = ({ name, externalId }: Record): string | undefined =>
  name ?? externalId ?? undefined;

/** What two records, or one at two times, tell otherwise. */
export function differingFacts(one: Record, other: Record): MergedFact[] {
  return comparedFacts.filter((fact) => one[fact] !== other[fact]);
}

/** The other's value is proposed where the record kept has none. */
export function defaultTaken(kept: Record, other: Record, fact: MergedFact): boolean {
  return kept[fact] === null && other[fact] !== null;
}
