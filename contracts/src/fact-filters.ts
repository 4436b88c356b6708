import { z } from 'zod';
import type { Fact, Facts } from './fact-kinds.ts';
import { day, ratePercent, several } from './values.ts';

/** What stands behind `From` and `To` in the names of a kind's bounds. */
type Units = { money: 'Minor'; rate: 'Percent'; day: ''; count: '' };

type FilterName<F extends Fact, Id extends string> = F['kind'] extends keyof Units
  ? `${Id}From${Units[F['kind']]}` | `${Id}To${Units[F['kind']]}`
  : Id;

type Filtered = Fact & { readonly list: { readonly id: string; readonly filters: true } };
type FilterText<F extends Fact> = F['kind'] extends 'money' | 'count' ? number : string;

type FilterShape<F extends Facts> = {
  [
    Key in keyof F as F[Key] extends Filtered ? FilterName<F[Key], F[Key]['list']['id']> : never
  ]: z.ZodOptional<z.ZodType<FilterText<F[Key]>, FilterText<F[Key]>>>;
};

/** What lists can be filtered by: figures and days between two bounds, the rest by value. */
export function filterShapeOf<const F extends Facts>(facts: F): FilterShape<F>;
export function filterShapeOf(facts: Facts): z.ZodRawShape {
  return Object.fromEntries(
    Object.values(facts).flatMap((fact) => {
      if (!fact.list?.filters) return [];
      const bounds = boundNames(fact, fact.list.id);
      const value = filterValue(fact).optional();
      return (bounds ? [bounds.from, bounds.to] : [fact.list.id]).map((name) => [name, value]);
    }),
  );
}

/** The names of a fact's bounds in a filter; null for what is filtered by value. */
export function boundNames({ kind }: Fact, id: string): { from: string; to: string } | null {
  switch (kind) {
    case 'money':
      return { from: `${id}FromMinor`, to: `${id}ToMinor` };
    case 'rate':
      return { from: `${id}FromPercent`, to: `${id}ToPercent` };
    case 'day':
    case 'count':
      return { from: `${id}From`, to: `${id}To` };
    default:
      return null;
  }
}

function filterValue(fact: Fact): z.ZodType {
  switch (fact.kind) {
    case 'text':
      return z.string().max(fact.max);
    case 'money':
    case 'count':
      return z.int().min(0);
    case 'rate':
      return ratePercent;
    case 'day':
      return day;
    case 'choice':
      return several(fact.choices);
    case 'yes-no':
      return z.enum(['yes', 'no']);
  }
}
