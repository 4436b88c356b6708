import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inputSchemaOf } from './input-schemas.ts';
import { unknownFieldsIn } from './unknown-fields.ts';

describe('fields that a contract does not declare', () => {
  const fee = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('fixed'), amountMinor: z.int() }),
    z.object({ kind: z.literal('percent'), percent: z.string() }),
  ]);
  const schema = inputSchemaOf(
    z.object({
      id: z.string(),
      fee: fee.nullable().optional(),
      lines: z.array(z.object({ text: z.string() })).optional(),
      when: z
        .union([z.object({ day: z.string() }), z.object({ from: z.string(), to: z.string() })])
        .optional(),
      columns: z.record(z.string(), z.object({ field: z.string() })).optional(),
    }),
    'draft-7',
  );

  it.each([
    ['no field', { id: '1', fee: null }, []],
    ['a field at the top level', { id: '1', amountMinor: 5 }, ['amountMinor']],
    ['a field in a different letter case', { ID: '1' }, ['ID']],
    ['a field inside a list', { lines: [{ text: 'a' }, { text: 'b', rate: 1 }] }, ['lines.1.rate']],
    [
      'a field of a different kind of fee',
      { fee: { kind: 'fixed', amountMinor: 1, percent: '2' } },
      ['fee.percent'],
    ],
    [
      'a field in neither shape of a union',
      { when: { from: 'a', to: 'b', until: 'c' } },
      ['when.until'],
    ],
    [
      'a field of both shapes of a union at once',
      { when: { day: 'a', from: 'b', to: 'c' } },
      ['when.day'],
    ],
    [
      'a field under a freely named key',
      { columns: { Rate: { field: 'rate', kind: 1 } } },
      ['columns.Rate.kind'],
    ],
    [
      'fields named like properties of every object',
      JSON.parse('{"constructor":1,"toString":2}'),
      ['constructor', 'toString'],
    ],
    ['no field in a value of a different type', 'text', []],
  ])('are found: %s', (_, sent, names) => {
    expect(unknownFieldsIn(schema, sent)).toEqual(names);
  });
});
