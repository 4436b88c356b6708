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
    ['none', { id: '1', fee: null }, []],
    ['one at the top', { id: '1', amountMinor: 5 }, ['amountMinor']],
    ['one that is only spelt otherwise', { ID: '1' }, ['ID']],
    ['one inside a list', { lines: [{ text: 'a' }, { text: 'b', rate: 1 }] }, ['lines.1.rate']],
    [
      'one of another kind of fee',
      { fee: { kind: 'fixed', amountMinor: 1, percent: '2' } },
      ['fee.percent'],
    ],
    ['one beside either shape', { when: { from: 'a', to: 'b', until: 'c' } }, ['when.until']],
    ['one of both shapes at once', { when: { day: 'a', from: 'b', to: 'c' } }, ['when.day']],
    [
      'one under a free name',
      { columns: { Rate: { field: 'rate', kind: 1 } } },
      ['columns.Rate.kind'],
    ],
    [
      'one named as every object’s own',
      JSON.parse('{"constructor":1,"toString":2}'),
      ['constructor', 'toString'],
    ],
    ['a value of another type', 'text', []],
  ])('names %s', (_, sent, names) => {
    expect(unknownFieldsIn(schema, sent)).toEqual(names);
  });
});
