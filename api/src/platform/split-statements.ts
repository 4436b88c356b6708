/** Comments, quoted texts and names, in which a semicolon ends nothing, and single characters. */
const tokens =
  /--[^\n]*|\/\*[\s\S]*?\*\/|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|[A-Za-z_][\w$]*|[\s\S]/g;

/** Splits a migration into statements, with the body of a function that `begin atomic` opens. */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let statement = '';
  let hasCode = false;
  /** Counts the open `begin` and `case` of such a body; a semicolon ends the statement at zero. */
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
