export type LoggedStatement = {
  readonly text: string;
  /** The parameters by their position, as PostgreSQL logs them; null is SQL's null. */
  readonly parameters: readonly (string | null)[];
};

/**
 * Returns the statements of the last committed transaction, including `begin` and `commit`. The
 * PostgreSQL log must be written with `log_statement = all`.
 */
export function readLastTransaction(log: string): readonly LoggedStatement[] {
  const entries = log.split(/\n(?=\d{4}-\d\d-\d\d )/).flatMap(readEntry);
  const last = entries.findLast(({ text }) => text === 'commit');
  const ofLast = entries.filter(({ process }) => process === last?.process);
  const begin = ofLast.findLastIndex(({ text }) => text === 'begin');
  const end = ofLast.findLastIndex(({ text }) => text === 'commit');
  const statements: LoggedStatement[] = [];
  for (const { kind, text } of ofLast.slice(Math.max(begin, 0), end + 1)) {
    const before = statements.at(-1);
    if (kind === 'statement') statements.push({ text, parameters: [] });
    else if (before) statements.splice(-1, 1, { ...before, parameters: readParameters(text) });
  }
  return statements;
}

type Entry = {
  readonly process: string;
  readonly kind: 'statement' | 'parameters';
  readonly text: string;
};

function readEntry(entry: string): Entry[] {
  const pattern = /\[(\d+)\] (?:LOG:  (?:statement|execute [^:]+): |DETAIL:  (Parameters): )(.*)$/s;
  const [, process, isParameters, written = ''] = pattern.exec(entry) ?? [];
  if (process === undefined) return [];
  // A continued line starts with a tab.
  const text = written.replaceAll('\n\t', '\n').trim();
  return [{ process, kind: isParameters ? 'parameters' : 'statement', text }];
}

function readParameters(text: string): (string | null)[] {
  return [...text.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(
    ([, value]) => value?.replaceAll("''", "'") ?? null,
  );
}
