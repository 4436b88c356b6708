import type { Fact, Facts, PlainValue } from './fact-kinds.ts';

/** The unit in the names of a filter's bounds, after `From` and `To`. */
const units = { money: 'Minor', rate: 'Percent', day: '', count: '' } as const;
type Units = typeof units;

type FilterName<F extends Fact, Id extends string> = F['kind'] extends keyof Units
  ? `${Id}From${Units[F['kind']]}` | `${Id}To${Units[F['kind']]}`
  : Id;

type Filtered = Fact & { readonly list: { readonly id: string; readonly filters: true } };

/** The filters of record fields, by name: figures and days by bounds, others by value. */
export type FactFilters<F extends Facts> = {
  [
    Key in keyof F as F[Key] extends Filtered ? FilterName<F[Key], F[Key]['list']['id']> : never
  ]: F[Key]['kind'] extends 'money' | 'count' ? number : string;
};

/** Returns the names of a field's bounds in a filter; null if the field is filtered by value. */
export function boundNames(
  { kind }: Fact,
  id: string,
): { readonly from: string; readonly to: string } | null {
  if (kind === 'text' || kind === 'choice' || kind === 'yes-no') return null;
  return { from: `${id}From${units[kind]}`, to: `${id}To${units[kind]}` };
}

/** The filter chosen for one field: a value, or two bounds, each of which may be absent. */
export type ChosenFilter = {
  readonly value?: string | undefined;
  readonly from?: Exclude<PlainValue, boolean> | undefined;
  readonly to?: Exclude<PlainValue, boolean> | undefined;
};

/** Converts the filters chosen for each field into query parameters. */
export function factFiltersOf<F extends Facts>(
  facts: F,
  chosenOf: (id: string) => ChosenFilter,
): Partial<FactFilters<F>>;
export function factFiltersOf(
  facts: Facts,
  chosenOf: (id: string) => ChosenFilter,
): Readonly<Record<string, PlainValue | undefined>> {
  return Object.fromEntries(
    Object.values(facts).flatMap((fact) => {
      if (!fact.list?.filters) return [];
      const { id } = fact.list;
      const { value, from, to } = chosenOf(id);
      const names = boundNames(fact, id);
      return names
        ? [
            [names.from, from],
            [names.to, to],
          ]
        : [[id, value]];
    }),
  );
}
