/**
 * Compiles a schema on first use, once per process. Otherwise startup would compile hundreds of
 * validators and serialisers that most runs never use.
 */
export function compileOnce<Schema extends object, Value, Result>(
  compile: (schema: Schema) => (value: Value) => Result,
): (schema: Schema) => (value: Value) => Result {
  const compiled = new WeakMap<Schema, (value: Value) => Result>();
  return (schema) => (value) => {
    const known = compiled.get(schema);
    if (known) return known(value);
    const made = compile(schema);
    compiled.set(schema, made);
    return made(value);
  };
}
