import type { Endpoint } from '@bursar/contracts/endpoint';
import { z } from 'zod';

type Target = NonNullable<Parameters<typeof z.toJSONSchema>[1]>['target'];

/**
 * The JSON Schema of what a caller sends. An object takes the fields of its contract and no others:
 * a misspelt or removed field would otherwise be ignored and the call would do something else.
 */
export function inputSchemaOf(schema: z.ZodType, target: Target): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, {
    target,
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.properties) jsonSchema.additionalProperties ??= false;
    },
  });
}

type Input = Pick<Endpoint, 'key' | 'query' | 'body' | 'streamedBody'>;

/** What the address of a call may carry behind its path. */
export const querySchemaOf = ({ query }: Input) =>
  query ? inputSchemaOf(query, 'draft-7') : nothing;

/** What the body of a call may be; null where nothing of it is parsed: a stream, or with GET. */
export function bodySchemaOf({ key, body, streamedBody }: Input) {
  if (body) return inputSchemaOf(body, 'draft-7');
  return streamedBody || key.startsWith('GET ') ? null : nothing;
}

/** No query, and no body or `{}`. */
const nothing = inputSchemaOf(z.object({}).nullable(), 'draft-7');
