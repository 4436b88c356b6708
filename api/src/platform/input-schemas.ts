import type { Endpoint } from '@bursar/contracts/endpoint';
import { z } from 'zod';

type Target = NonNullable<Parameters<typeof z.toJSONSchema>[1]>['target'];

/**
 * Key that marks an id in a schema that validates. An id means the same in either case, and the
 * validator writes it in lower case, as PostgreSQL does, so that code can compare ids as text.
 */
export const LOWER_CASE_ID = 'lowerCaseId';

/**
 * Returns the JSON Schema of a request. Objects accept only the contract's fields; otherwise a
 * misspelt or removed field would be ignored and the call would do something else. A schema of
 * draft 7 validates and marks ids with `LOWER_CASE_ID`; a schema of a later draft describes the API
 * and has no such marks.
 */
export function inputSchemaOf(schema: z.ZodType, target: Target): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, {
    target,
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.properties) jsonSchema.additionalProperties ??= false;
      if (target === 'draft-7' && jsonSchema.format === 'uuid') jsonSchema[LOWER_CASE_ID] = true;
    },
  });
}

type Input = Pick<Endpoint, 'key' | 'query' | 'body' | 'streamedBody'>;

export const querySchemaOf = ({ query }: Input) =>
  query ? inputSchemaOf(query, 'draft-7') : nothing;

/** Returns the schema of the body; null if no body is parsed, as for streams and GET. */
export function bodySchemaOf({ key, body, streamedBody }: Input) {
  if (body) return inputSchemaOf(body, 'draft-7');
  return streamedBody || key.startsWith('GET ') ? null : nothing;
}

/** Schema of a call without input: it accepts an empty query, and either no body or `{}`. */
const nothing = inputSchemaOf(z.object({}).nullable(), 'draft-7');
