import type { Queryable } from '../platform/database.ts';
import { ownSchema } from '../platform/postgres/lender-names.ts';

/**
 * Describes the database after all migrations as readable SQL: extensions, tables with constraints,
 * indexes and triggers, views and functions, each sorted by name. The text is never executed.
 */
export async function describeSchema(sql: Queryable): Promise<string> {
  const parts = [
    ...(await describeExtensions(sql)),
    ...(await describeTables(sql)),
    ...(await describeViews(sql)),
    ...(await describeFunctions(sql)),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** SQL condition: the object does not belong to an extension. */
function isOwn(sql: Queryable, catalogue: string, oid: string) {
  return sql`not exists (
    select from pg_depend where classid = ${catalogue}::regclass and objid = ${sql(oid)}
      and deptype = 'e')`;
}

async function describeExtensions(sql: Queryable): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select extname as name from pg_extension where extname <> 'plpgsql' order by 1`;
  return [rows.map(({ name }) => `create extension ${name};`).join('\n')];
}

async function describeTables(sql: Queryable): Promise<string[]> {
  const tables = await sql<{ oid: number; name: string; options: string | null }[]>`
    select relation.oid::bigint as oid, relation.relname as name,
      array_to_string(relation.reloptions, ', ') as options
    from pg_class relation
    where relation.relnamespace = ${ownSchema(sql)} and relation.relkind in ('r', 'p')
      and ${isOwn(sql, 'pg_class', 'relation.oid')}
    order by relation.relname`;
  return Promise.all(
    tables.map(async ({ oid, name, options }) => {
      const inside = [...(await columnsOf(sql, oid)), ...(await constraintsOf(sql, oid))];
      const table = `create table ${name} (\n  ${inside.join(',\n  ')}\n)${options ? ` with (${options})` : ''};`;
      return [table, ...(await indexesOf(sql, oid)), ...(await triggersOf(sql, oid))].join('\n');
    }),
  );
}

const linesOf = (rows: readonly { line: string }[]) => rows.map(({ line }) => line);

async function columnsOf(sql: Queryable, table: number): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select concat_ws(' ', quote_ident(attribute.attname),
      format_type(attribute.atttypid, attribute.atttypmod),
      case when attribute.attidentity <> '' then 'generated always as identity'
        when attribute.attgenerated <> ''
          then 'generated always as (' || pg_get_expr(value.adbin, value.adrelid) || ') stored'
        when value.adbin is not null
          then 'default ' || pg_get_expr(value.adbin, value.adrelid) end,
      case when attribute.attnotnull then 'not null' end) as line
    from pg_attribute attribute
    left join pg_attrdef value
      on value.adrelid = attribute.attrelid and value.adnum = attribute.attnum
    where attribute.attrelid = ${table}::oid and attribute.attnum > 0
      and not attribute.attisdropped
    order by attribute.attnum`;
  return linesOf(rows);
}

async function constraintsOf(sql: Queryable, table: number): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select 'constraint ' || conname || ' ' || pg_get_constraintdef(oid) as line
    from pg_constraint
    where conrelid = ${table}::oid and contype in ('p', 'u', 'f', 'c', 'x')
    order by position(contype::text in 'pufcx'), conname`;
  return linesOf(rows);
}

/**
 * Describes the indexes of a table, except those that serve a constraint, because the constraint
 * already describes them.
 */
async function indexesOf(sql: Queryable, table: number): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select pg_get_indexdef(entry.indexrelid) || ';' as line
    from pg_index entry
    where entry.indrelid = ${table}::oid
      and not exists (select from pg_constraint where conindid = entry.indexrelid)
    order by entry.indexrelid::regclass::text`;
  return linesOf(rows);
}

async function triggersOf(sql: Queryable, table: number): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select pg_get_triggerdef(oid) || ';' as line from pg_trigger
    where tgrelid = ${table}::oid and not tgisinternal order by tgname`;
  return linesOf(rows);
}

async function describeViews(sql: Queryable): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select 'create view ' || view.relname || ' as' || E'\n' || pg_get_viewdef(view.oid) as line
    from pg_class view
    where view.relnamespace = ${ownSchema(sql)} and view.relkind = 'v'
      and ${isOwn(sql, 'pg_class', 'view.oid')}
    order by view.relname`;
  return linesOf(rows);
}

async function describeFunctions(sql: Queryable): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select rtrim(pg_get_functiondef(routine.oid), E'\n') || ';' as line
    from pg_proc routine
    where routine.pronamespace = ${ownSchema(sql)}
      and ${isOwn(sql, 'pg_proc', 'routine.oid')}
    order by routine.proname, routine.oid::regprocedure::text`;
  return linesOf(rows);
}
