import type { TapeField } from '@bursar/contracts/intake/tape-fields';
import { squashed } from './column-synonyms.ts';
import type { TapeColumn } from './tape-layouts.ts';

export type Heading = readonly [name: string, field: TapeField, isOptional?: 'optional'];

/** Fields that every loan row must have; files can omit the other fields. */
const required: ReadonlySet<TapeField> = new Set<TapeField>([
  'externalId',
  'principal',
  'annualRate',
  'instalmentCount',
  'disbursedOn',
]);

/** Describes the columns of another system by their headings. */
export function layoutColumns(headings: readonly Heading[]): readonly TapeColumn[] {
  return headings.map(([name, field, optional]) => ({
    name: squashed(name),
    also: [],
    field,
    isRequired: optional === undefined && required.has(field),
    explanation: `${name}.`,
  }));
}

/** Describes required fields for which the layout has no column, so that a user must choose one. */
export function lackingColumns(...fields: readonly TapeField[]): readonly TapeColumn[] {
  return fields.map((field) => ({
    // No heading is written like this, so only a user can choose its column.
    name: `(${field})`,
    also: [],
    field,
    isRequired: true,
    explanation: 'This layout does not have it.',
  }));
}
