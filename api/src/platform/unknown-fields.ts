import type { z } from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

/** Returns the paths, such as `lines.0.rate`, of fields that the schema does not allow. */
export function unknownFieldsIn(schema: unknown, sent: unknown, path = ''): string[] {
  if (!isSchema(schema) || typeof sent !== 'object' || sent === null) return [];
  const shapes = [schema.anyOf ?? [], schema.oneOf ?? []].flat();
  if (shapes.length > 0) return unknownInEvery(shapes, sent, path);
  if (Array.isArray(sent)) {
    return sent.flatMap((item, index) => unknownFieldsIn(schema.items, item, join(path, index)));
  }
  const { properties, additionalProperties } = schema;
  return Object.entries(sent).flatMap(([name, value]) => {
    if (properties && Object.hasOwn(properties, name)) {
      return unknownFieldsIn(properties[name], value, join(path, name));
    }
    if (properties && additionalProperties === false) return [join(path, name)];
    return unknownFieldsIn(additionalProperties, value, join(path, name));
  });
}

/**
 * Returns the unknown fields of the shape whose constants, such as `kind`, match the value. If
 * several shapes match, it returns those of the shape with the fewest unknown fields.
 */
function unknownInEvery(shapes: readonly unknown[], sent: object, path: string): string[] {
  const fitting = shapes.filter((shape) => isSchema(shape) && mayBe(shape, sent));
  const [fewest] = fitting
    .map((shape) => unknownFieldsIn(shape, sent, path))
    .toSorted((left, right) => left.length - right.length);
  return fewest ?? [];
}

function mayBe({ type, properties = {} }: Schema, sent: object): boolean {
  if (type === 'null' || (type === 'array') !== Array.isArray(sent)) return false;
  const values = new Map<string, unknown>(Object.entries(sent));
  return Object.entries(properties).every(
    ([name, schema]) =>
      !isSchema(schema) || schema.const === undefined || schema.const === values.get(name),
  );
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const join = (path: string, name: string | number): string =>
  path === '' ? String(name) : `${path}.${name}`;
