import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';

/** A statement that writes a table, or a table name passed to a function that writes the table. */
export type Write = {
  readonly file: string;
  readonly line: number;
  /** The feature folder, such as `servicing/payments`, or the folder of platform. */
  readonly folder: string;
  /** Null if the text of the statement does not name the table. */
  readonly table: string | null;
};

export type WriteReading = {
  /** Every table of the database. */
  readonly tables: ReadonlySet<string>;
  /** Files whose functions write the table that a caller names as `table: 'name'`. */
  readonly helpers: readonly string[];
};

/**
 * Returns every write in the SQL of the API, except in tests, their fixtures and the demo, which
 * may write any table.
 */
export function readWrites(root: string, reading: WriteReading): Write[] {
  return listProductFiles(root, 'api/src').flatMap((file) =>
    writesOf(file, readFileSync(join(root, file), 'utf8'), reading),
  );
}

export function writesOf(file: string, text: string, { tables, helpers }: WriteReading): Write[] {
  const { program, module, errors } = parseSync(file, text);
  const [failure] = errors;
  if (failure !== undefined) throw new Error(`${file} cannot be read: ${failure.message}`);
  const { statements, names } = collect(program);
  const lineOf = (start: number) => text.slice(0, start).split('\n').length;
  const write = (start: number, table: string | null): Write => {
    return { file, line: lineOf(start), folder: folderOf(file), table };
  };
  const written = statements.flatMap(({ start, sql }) =>
    tablesWrittenBy(sql).map((table) => write(start, table)),
  );
  const isHelper = helpers.includes(file);
  const named = written.filter(({ table }) => table !== null);
  const unnamed = isHelper ? [] : written.filter(({ table }) => table === null);
  const usesHelper = module.staticImports.some(({ moduleRequest }) =>
    helpers.includes(posix.join(posix.dirname(file), moduleRequest.value)),
  );
  // A statement without a name writes one of the tables that the file names elsewhere.
  const counted = names.filter(({ name, isTable }) => {
    return tables.has(name) && (unnamed.length > 0 || (usesHelper && isTable));
  });
  const fromNames = counted.map(({ start, name }) => write(start, name));
  return [...named, ...fromNames, ...(counted.length === 0 ? unnamed : [])];
}

/** Returns the tables that an SQL text writes; null for a table whose name is a parameter. */
function tablesWrittenBy(sql: string): (string | null)[] {
  const plain = sql.replaceAll(/--.*$/gm, '').replaceAll(/'[^']*'/g, "''");
  return [...plain.matchAll(writing)].map(([, name = '']) => (name === '?' ? null : name));
}

// `for update` and `do update` name no table, `copy … to` only reads one, and `copy` without columns
// is an alias.
const beginnings = [
  String.raw`\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)`,
  String.raw`(?<!\b(?:for|for\s+no\s+key|do)\s+)\bupdate`,
  String.raw`\bcopy(?=\s+\S+\s*\([^)]*\)\s*from\b)`,
];

const writing = new RegExp(
  String.raw`(?:${beginnings.join('|')})\s+(?:only\s+)?(\?|[a-z_]+)`,
  'gi',
);

type Statement = { readonly start: number; readonly sql: string };
type Name = { readonly start: number; readonly name: string; readonly isTable: boolean };

function collect(program: unknown): { statements: Statement[]; names: Name[] } {
  const statements: Statement[] = [];
  const names: Name[] = [];
  const visit = (value: unknown, isTable: boolean): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, isTable);
    if (!isNode(value)) return;
    // A type names the tables that a function accepts, not those with which it is called.
    if (value.type.startsWith('TS') && value.type.endsWith('Type')) return;
    const sql = sqlOf(value);
    if (sql !== null) statements.push({ start: value.start, sql });
    if (value.type === 'Literal' && typeof value['value'] === 'string') {
      names.push({ start: value.start, name: value['value'], isTable });
    }
    const isTableProperty = value.type === 'Property' && nameOf(value['key']) === 'table';
    for (const [key, child] of Object.entries(value)) {
      if (key !== 'parent') visit(child, isTableProperty && key === 'value');
    }
  };
  visit(program, false);
  return { statements, names };
}

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

const nameOf = (node: unknown): unknown => (isNode(node) ? node['name'] : undefined);

/**
 * Returns the SQL of a tagged template, or of a text that `unsafe` runs; null for any other node.
 */
function sqlOf(node: Node): string | null {
  if (node.type === 'TaggedTemplateExpression') return textOf(node['quasi']);
  if (node.type !== 'CallExpression') return null;
  const { callee, arguments: given } = node;
  if (!isNode(callee) || nameOf(callee['property']) !== 'unsafe') return null;
  return Array.isArray(given) ? textOf(given[0]) : null;
}

function textOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Literal') return String(node['value']);
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return null;
  return node['quasis'].map((part: { value: { raw: string } }) => part.value.raw).join('?');
}

function folderOf(file: string): string {
  const [, , place = '', ...path] = file.split('/');
  if (place === 'features') return path.slice(0, 2).join('/');
  return path.length > 1 ? `${place}/${path[0]}` : place;
}

function listProductFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return fixtures.has(path) ? [] : listProductFiles(root, path);
    return /(?<!\.test)\.ts$/.test(entry.name) ? [path] : [];
  });
}

const fixtures = new Set(['api/src/testing', 'api/src/seed']);
