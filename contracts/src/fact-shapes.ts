import { z } from 'zod';
import type { Fact, FactValue, Facts } from './fact-kinds.ts';
import { boundNames, type FactFilters } from './fact-filters.ts';
import { day, nameText, positiveOrZeroMinor, ratePercent, several } from './values.ts';

type ShapeOf<F extends Facts> = {
  [Key in keyof F]: z.ZodType<FactValue<F[Key]>, FactValue<F[Key]>>;
};

/** Builds the zod shape of record fields, by kind and limits. */
export function shapeOf<const F extends Facts>(facts: F): ShapeOf<F>;
export function shapeOf(facts: Facts): z.ZodRawShape {
  return Object.fromEntries(
    Object.entries(facts).map(([key, fact]) => {
      const value = valueShape(fact);
      return [key, fact.isRequired ? value : value.nullable()];
    }),
  );
}

function valueShape(fact: Fact): z.ZodType {
  switch (fact.kind) {
    case 'text':
      return (fact.isName ? nameText : z.string()).max(fact.max);
    case 'count':
      return z.int().min(fact.min).max(fact.max);
    case 'money':
      return positiveOrZeroMinor;
    case 'rate':
      return z.string().regex(new RegExp(`^\\d{1,${String(fact.max).length}}(\\.\\d{1,6})?$`));
    case 'day':
      return day;
    case 'choice':
      return z.enum(fact.choices);
    case 'yes-no':
      return z.boolean();
  }
}

type FilterShape<F extends Facts> = {
  [Name in keyof FactFilters<F>]: z.ZodOptional<
    z.ZodType<FactFilters<F>[Name], FactFilters<F>[Name]>
  >;
};

/** Builds the zod shape of list filters, as the query sends them. */
export function filterShapeOf<const F extends Facts>(facts: F): FilterShape<F>;
export function filterShapeOf(facts: Facts): z.ZodRawShape {
  return Object.fromEntries(
    Object.values(facts).flatMap((fact) => {
      if (!fact.list?.filters) return [];
      const names = boundNames(fact, fact.list.id);
      const value = filterValue(fact).optional();
      return (names ? [names.from, names.to] : [fact.list.id]).map((name) => [name, value]);
    }),
  );
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
