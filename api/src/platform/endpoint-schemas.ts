import type { Endpoint } from '@bursar/contracts/endpoint';
import fastJsonStringify from 'fast-json-stringify';
import type { FastifySchema, FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';
import { compileOnce } from './compile-once.ts';
import { bodySchemaOf, inputSchemaOf, querySchemaOf } from './input-schemas.ts';

const known = new WeakMap<Endpoint, FastifySchema>();

/**
 * Returns the schemas that Fastify validates calls and serialises answers with, built once per
 * process.
 */
export function schemasOf(endpoint: Endpoint): FastifySchema {
  const schemas = known.get(endpoint) ?? readSchemas(endpoint);
  known.set(endpoint, schemas);
  return schemas;
}

// Fastify types any JSON schema as one broad type; these come from `readSchemas`.
const serializer = compileOnce((schema: FastifySchema) => fastJsonStringify(schema as object));

export const serializerCompiler: FastifySerializerCompiler<FastifySchema> = ({ schema }) =>
  serializer(schema);

function readSchemas(endpoint: Endpoint): FastifySchema {
  const body = bodySchemaOf(endpoint);
  const answer = z.toJSONSchema(endpoint.answer, {
    target: 'draft-7',
    io: 'output',
    // The serialiser uses these limits to choose between alternatives, so stored values outside
    // them would fail.
    override: ({ jsonSchema }) => {
      for (const limit of limitsOfInput) delete jsonSchema[limit];
      describeNullable(jsonSchema);
    },
  });
  return {
    ...(endpoint.params && { params: inputSchemaOf(endpoint.params, 'draft-7') }),
    querystring: querySchemaOf(endpoint),
    ...(body && { body }),
    ...(endpoint.answerType ? {} : { response: { 200: answer } }),
  };
}

/**
 * Marks "a type or null" as nullable, which serialises without validation; other unions are
 * validated first.
 */
function describeNullable(schema: z.core.JSONSchema.BaseSchema): void {
  const [type, other, ...more] = schema.anyOf ?? [];
  const isPlain = more.length === 0 && other?.type === 'null' && typeof type?.type === 'string';
  if (!isPlain) return;
  delete schema.anyOf;
  Object.assign(schema, type, { nullable: true });
}

const limitsOfInput = [
  'pattern',
  'format',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
] as const;
