/**
 * Returns an example's source: the example, what it uses from its file, and the imports of both, so
 * that the gallery shows the code that runs.
 */
export function sourceOf(file: string, example: string): string {
  const blocks = file.trim().split(/\n\n(?=\S)/);
  const named = blocks.flatMap((code) => {
    const name = declaration.exec(code)?.[1];
    return name === undefined ? [] : [{ name, code }];
  });
  const used = new Set([example]);
  for (const name of used) {
    const code = named.find((block) => block.name === name)?.code ?? '';
    for (const other of named) if (mentions(code, other.name)) used.add(other.name);
  }
  const codes = named.filter(({ name }) => used.has(name)).map(({ code }) => code);
  const imports = [...file.matchAll(importOf)].flatMap(([line, names, from]) =>
    narrowed({ line, names, from, body: codes.join('\n') }),
  );
  return [imports.join('\n'), ...codes].filter(Boolean).join('\n\n');
}

const declaration =
  /^(?:\/\*\*[\s\S]*?\*\/\n)?(?:export )?(?:async )?(?:function|const|type) (\w+)/;
const importOf = /^import (?:(?:type )?\{?([^'}]*)\}? from )?'([^']+)';$/gm;

type Import = { line: string; names?: string | undefined; from?: string | undefined; body: string };

/**
 * Reduces an import to the used names and omits it if none is used; an import without names is
 * unchanged.
 */
function narrowed({ line, names, from, body }: Import): string[] {
  if (names === undefined) return [line];
  const parts = names.split(',').map((name) => name.trim());
  const used = parts.filter((part) => part && mentions(body, part.split(' ').at(-1) ?? part));
  if (used.length === 0) return [];
  if (!line.includes('{')) return [line];
  const type = line.startsWith('import type') ? 'type ' : '';
  return [`import ${type}{ ${used.join(', ')} } from '${from}';`];
}

function mentions(code: string, name: string): boolean {
  return new RegExp(`(?<![\\w.'-])${name}(?![\\w'])`).test(code);
}
