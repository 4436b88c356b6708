import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import type { Endpoint } from '@bursar/contracts/endpoint';

type Schema = z.core.JSONSchema.BaseSchema;

/** The ids of rows, by the names that paths, queries and bodies use. */
export type Ids = Readonly<Record<string, string>>;

/**
 * Builds bodies that together have every variant of every field, and use the given rows in every
 * field that names a row. A body that fails validation would never reach the rule under test.
 */
export function sampleBodies({ body }: Pick<Endpoint, 'body'>, ids: Ids): object[] {
  if (!body) return [{}];
  const schema = z.toJSONSchema(body, { target: 'draft-7', io: 'input' });
  return samplesOf(schema, '', ids).filter(isObject);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isSchema = (value: unknown): value is Schema => isObject(value) && !Array.isArray(value);

/**
 * Builds the sample values of a schema. `name` names the object whose `id` is built: an id such as
 * the target's must exist, while a command's own id must be new.
 */
function samplesOf(schema: Schema, name: string, ids: Ids): unknown[] {
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum) return schema.enum.slice();
  const shapes = [schema.anyOf ?? [], schema.oneOf ?? []].flat().filter(isSchema);
  if (shapes.length > 0) return shapes.flatMap((shape) => samplesOf(shape, name, ids));
  switch (schema.type) {
    case 'object':
      return objectsOf(schema, name, ids);
    case 'array':
      return isSchema(schema.items)
        ? samplesOf(schema.items, name.replace(/s$/, ''), ids).map((item) => [item])
        : [[]];
    case 'string':
      return [textOf(schema, name, ids)];
    case 'integer':
    case 'number':
      return [Math.max(1, schema.minimum ?? 1)];
    case 'boolean':
      return [true];
    default:
      return [null];
  }
}

/**
 * Builds objects with all optional fields, because these can also name rows. Returns as many
 * objects as the field with the most sample values needs.
 */
function objectsOf({ properties = {} }: Schema, name: string, ids: Ids): object[] {
  const fields = Object.entries(properties).flatMap(([key, schema]) => {
    const inner = key === 'id' && name !== '' ? `${name}Id` : key;
    return isSchema(schema) ? [{ key, values: samplesOf(schema, inner, ids) }] : [];
  });
  const ways = Math.max(1, ...fields.map(({ values }) => values.length));
  return Array.from({ length: ways }, (_, way) =>
    Object.fromEntries(fields.map(({ key, values }) => [key, values[way % values.length]])),
  );
}

function textOf({ format, pattern }: Schema, name: string, ids: Ids): string {
  if (format === 'uuid') return ids[name] ?? ids[lastPartOf(name)] ?? uuidv7();
  if (format === 'date') return '2026-06-15';
  if (format === 'date-time') return '2026-06-15T12:00:00Z';
  if (/email/i.test(name)) return 'somebody@bursar.example';
  if (/currency/i.test(name)) return 'USD';
  if (/percent/i.test(name)) return '1';
  if (/timeZone/.test(name)) return 'UTC';
  if (name === 'month') return '2026-07';
  return pattern === undefined ? 'words' : '1';
}

/** Maps `toAgentId` to `agentId`, because it also names an agent. */
const lastPartOf = (name: string): string =>
  name.replace(/^.*?([A-Z][a-z]+Id)$/, (_, end: string) => end[0]?.toLowerCase() + end.slice(1));
