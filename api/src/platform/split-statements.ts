/**
 * Comments, quoted strings and identifiers, in which a semicolon ends no statement; words; and
 * single characters.
 */
const tokens =
  /--[^\n]*|\/\*[\s\S]*?\*\/|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|[A-Za-z_][\w$]*|[\s\S]/g;

/**
 * Splits a migration into statements; the body of a `begin atomic` function stays in one statement.
 */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let statement = '';
  let hasCode = false;
  /**
   * Number of open `begin atomic` and `case` in a function body; a semicolon ends the statement
   * only at zero.
   */
  let depth = 0;
  const end = (): void => {
    if (hasCode) statements.push(statement.trim());
    statement = '';
    hasCode = false;
  };
  for (const [token] of text.matchAll(tokens)) {
    const word = token.toLowerCase();
    if (word === 'atomic' || (depth > 0 && word === 'case')) depth += 1;
    if (depth > 0 && word === 'end') depth -= 1;
    if (token === ';' && depth === 0) {
      end();
      continue;
    }
    statement += token;
    hasCode ||= !/^(?:--|\/\*|\s)/.test(token);
  }
  end();
  return statements;
}

/**
 * Returns the code of a migration without its comments and with single spaces. Strings and function
 * bodies stay as they are, including comments in a body, because PostgreSQL stores them.
 */
export function withoutComments(text: string): string {
  let code = '';
  let isApart = false;
  for (const [token] of text.matchAll(tokens)) {
    if (/^(?:--|\/\*|\s)/.test(token)) {
      isApart = true;
      continue;
    }
    code += isApart && code !== '' ? ` ${token}` : token;
    isApart = false;
  }
  return code;
}

type NamedIndex = { readonly name: string; readonly table: string; readonly definition: string };

/**
 * Returns the index of a `create index if not exists` statement, whose definition omits the
 * comments in front of it; null for other statements.
 */
export function namedIndexIn(statement: string): NamedIndex | null {
  const found =
    /^(?:--[^\n]*\n|\s)*(create (?:unique )?index if not exists (\w+)\s+on (\w+)[\s\S]*)$/i.exec(
      statement,
    );
  const [, definition, name, table] = found ?? [];
  if (definition === undefined || name === undefined || table === undefined) return null;
  return { definition, name, table };
}
