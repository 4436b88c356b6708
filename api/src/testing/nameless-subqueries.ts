/** Finds subqueries without an alias, which PostgreSQL accepts only since version 16. */
export function namelessSubqueries(statement: string): readonly string[] {
  const started = statement.matchAll(
    /(?<!distinct\s+from|\w)(?:from|join|lateral)\s*\((?=\s*select\b)/g,
  );
  return [...started].flatMap(({ index, 0: begin }) => {
    let end = index + begin.length;
    for (let open = 1; open > 0 && end < statement.length; end += 1) {
      open += { '(': 1, ')': -1 }[statement.charAt(end)] ?? 0;
    }
    const [next = ''] = /\w*/.exec(statement.slice(end).trimStart()) ?? [];
    return /^(|where|group|order|on|join|left|limit)$/.test(next) ? [next] : [];
  });
}
