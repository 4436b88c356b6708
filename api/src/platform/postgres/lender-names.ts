import type { Queryable } from '../database.ts';

export const defaultSchema = 'public';

/** The extensions that migrations need. A database has each of them once, for all its lenders. */
export const extensions = ['pg_trgm', 'unaccent'] as const;
export const extensionSchema = 'public';

/**
 * Returns whether the text is a valid schema name. Schema names become part of notification
 * channels, role names and the job queue's schema name, so they are short and need no quotes.
 */
export function isSchemaName(text: string): boolean {
  return /^(?!pg_|pgboss)[a-z][a-z0-9_]{0,39}$/.test(text) && text !== 'information_schema';
}

/**
 * Returns the name of an object, such as a role or a channel, of which each lender of a database
 * has its own. The name for the default lender has no suffix.
 */
export function nameFor(schema: string, name: string): string {
  return schema === defaultSchema ? name : `${name}_${schema}`;
}

/**
 * Returns the search path of a schema, quoted for SQL; null for the default schema, which needs
 * none.
 */
export function searchPathOf(schema: string): string | null {
  return schema === defaultSchema ? null : `"${schema}", ${extensionSchema}`;
}

/** SQL expression for the name that `nameFor` returns, in the schema of the connection. */
export function nameIn(sql: Queryable, name: string) {
  return sql`case current_schema() when ${defaultSchema} then ${name}::text
    else ${name}::text || '_' || current_schema() end`;
}

/**
 * Returns the SQL expression for the key of an advisory lock, which differs per lender. Pass
 * `schema` if the migrator may not have created the connection's schema yet.
 */
export function lockIn(sql: Queryable, lock: number, schema: string | null = null) {
  const own = sql`coalesce(${schema}::text, current_schema()::text)`;
  return sql`case ${own} when ${defaultSchema} then ${lock}::bigint
    else hashtextextended(${own}, ${lock}::bigint) end`;
}

/** SQL expression for a table of the connection's schema; null if that schema has no such table. */
export function ownTable(sql: Queryable, name: string) {
  return sql`to_regclass(quote_ident(current_schema()) || '.' || ${name}::text)`;
}

/** SQL expression for the oid of the connection's schema. */
export function ownSchema(sql: Queryable) {
  return sql`(select oid from pg_namespace where nspname = current_schema())`;
}

/**
 * Rewrites a migration for a schema. Migrations use the default lender's names, and landed
 * migrations never change. Extensions stay in their schema, because a database has each extension
 * once.
 */
export function inSchema(text: string, schema: string): string {
  if (schema === defaultSchema) return text;
  return text
    .replace(/\bpublic\.(?!unaccent\b)/g, `"${schema}".`)
    .replace(/\bschema public\b/gi, `schema "${schema}"`)
    .replaceAll(`'public'::regnamespace`, `'${schema}'::regnamespace`)
    .replace(/\b(?:pgboss|bursar_app|bursar_sessions|bursar_figures|bursar_changes)\b/g, (name) =>
      nameFor(schema, name),
    );
}
