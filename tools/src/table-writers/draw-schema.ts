import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { moduleOrder } from '../boundaries/boundary-rules.ts';
import { readOwners } from './check-writers.ts';
import { sharedTables } from './writer-rules.ts';

/** The module whose diagram shows the tables of each folder of platform. */
const moduleOfPlatform: Readonly<Record<string, string>> = {
  platform: 'control',
  'platform/mail': 'access',
};

/** Almost every table references these, so a line for each would hide all other lines. */
const referencedByAll = ['portfolios', 'accounts'];

type Column = { readonly name: string; readonly type: string };
type Reference = { readonly columns: readonly string[]; readonly to: string };

type Table = {
  readonly name: string;
  readonly folder: string;
  readonly module: string;
  readonly columns: readonly Column[];
  readonly key: readonly string[];
  readonly references: readonly Reference[];
};

/** Draws the tables of each module as Markdown, from `api/schema.sql` and the writers of tables. */
export function drawSchema(root: string): string {
  const tables = readTables(root);
  const sections = moduleOrder.map((module) => drawModule(module, tables));
  return `${[heading, ...sections].join('\n\n')}\n`;
}

const heading = `# Tables by module

Each picture has the tables that a module writes, with their key columns, and the tables of other
modules that they reference. \`PK\` is the primary key; \`FK\` names the referenced table. Foreign keys to
\`${referencedByAll.join('` and `')}\` have no line outside \`access\`, and \`portfolio_id\` is part of almost every key.
\`api/schema.sql\` has every column.

Statements that write a table are in one folder; \`tools/src/table-writers/writer-rules.ts\` lists the
exceptions. This file is generated: \`npx vitest run --project=unit draw-schema -u\` writes it.`;

function readTables(root: string): Table[] {
  const schema = readFileSync(join(root, 'api/schema.sql'), 'utf8');
  const owners = readOwners(root);
  return [...schema.matchAll(/^create table (\w+) \(\n(.*?)\n\)/gms)].map(
    ([, name = '', body = '']) => {
      const folder = owners.get(name) ?? '';
      const [first = ''] = folder.split('/');
      const module = moduleOfPlatform[folder] ?? first;
      return { name, folder, module, ...readBody(body) };
    },
  );
}

function readBody(body: string): Pick<Table, 'columns' | 'key' | 'references'> {
  const lines = body.split(',\n').map((line) => line.trim());
  const columns = lines.flatMap((line) => {
    const [, name = '', type = ''] =
      /^(?!constraint )"?(\w+)"? (.+?)(?= default | not null| generated |$)/.exec(line) ?? [];
    return name === '' ? [] : [{ name, type: plainType(type) }];
  });
  const listed = (text: string) => text.split(', ');
  const [, key = ''] = /PRIMARY KEY \(([^)]+)\)/.exec(body) ?? [];
  const references = [...body.matchAll(/FOREIGN KEY \(([^)]+)\) REFERENCES (\w+)\(/g)].map(
    ([, own = '', to = '']) => ({ columns: listed(own), to }),
  );
  return { columns, key: listed(key), references };
}

/** Returns a short form of a type without spaces, because Mermaid accepts no spaces. */
function plainType(type: string): string {
  return type
    .replace(/timestamp with time zone/, 'timestamptz')
    .replace(/time without time zone/, 'time')
    .replaceAll(/\([^)]*\)/g, '')
    .replaceAll(' ', '_');
}

function drawModule(module: string, tables: readonly Table[]): string {
  const own = tables.filter((table) => table.module === module);
  const lines = own.flatMap((table) => linesOf(table, module));
  const entities = own.map(drawTable);
  const rows = own.map(({ name, folder }) => {
    const others = sharedTables.find(({ table }) => table === name)?.folders.slice(1) ?? [];
    const also = others.length === 0 ? '' : `, also \`${others.join('`, `')}\``;
    return `| \`${name}\` | \`${folder}\`${also} |`;
  });
  return [
    `## ${module}`,
    ['```mermaid', 'erDiagram', ...lines, ...entities, '```'].join('\n'),
    ['| table | written by |', '|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}

/** Returns one line for each table that this one references, with the referencing columns. */
function linesOf({ name, references }: Table, module: string): string[] {
  const columnsTo = new Map<string, string[]>();
  for (const { columns, to } of references) {
    if (module !== 'access' && referencedByAll.includes(to)) continue;
    columnsTo.set(to, [...(columnsTo.get(to) ?? []), ...naming(columns)]);
  }
  return [...columnsTo].map(([to, columns]) => {
    return `  ${to} ||--o{ ${name} : "${[...new Set(columns)].join(', ')}"`;
  });
}

/**
 * Returns the columns that distinguish a reference from others. The portfolio is left out if there
 * is another column, because it is part of almost every reference.
 */
function naming(columns: readonly string[]): readonly string[] {
  const others = columns.filter((column) => column !== 'portfolio_id');
  return others.length === 0 ? columns : others;
}

function drawTable({ name, columns, key, references }: Table): string {
  const targets = new Map<string, string>();
  for (const { columns: own, to } of references) {
    for (const column of naming(own)) targets.set(column, targets.get(column) ?? to);
  }
  const drawn = columns.flatMap((column) => {
    const target = targets.get(column.name);
    const marks = [
      ...(key.includes(column.name) ? ['PK'] : []),
      ...(target === undefined ? [] : ['FK']),
    ];
    if (marks.length === 0) return [];
    const note = target === undefined ? '' : ` "${target}"`;
    return [`    ${column.type} ${column.name} ${marks.join(', ')}${note}`];
  });
  return [`  ${name} {`, ...drawn, '  }'].join('\n');
}
