import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';

/** One import or re-export, with both files as paths from the checkout's root. */
export type Import = {
  readonly from: string;
  readonly line: number;
  /** A file such as `web/src/lib/paths.ts`, or a package such as `npm:zod`. */
  readonly to: string;
  /** `type` imports do not exist at run time; `lazy` means `import()`. */
  readonly kind: 'type' | 'static' | 'lazy';
};

const ignoredFolders = new Set(['node_modules', 'dist']);

/** Returns every import in the TypeScript of a checkout's workspaces. */
export function readImports(root: string, workspaces: readonly string[]): Import[] {
  return workspaces
    .flatMap((workspace) => listSources(root, workspace))
    .flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8')));
}

export function importsOf(file: string, text: string): Import[] {
  const { module, errors } = parseSync(file, text);
  const [failure] = errors;
  if (failure !== undefined) throw new Error(`${file} cannot be read: ${failure.message}`);
  const found: { start: number; request: string; kind: Import['kind'] }[] = [];
  for (const { start, end, moduleRequest } of module.staticImports) {
    // `import { type A }` still loads the module; only `import type` does not.
    const kind = text.slice(start, end).startsWith('import type') ? 'type' : 'static';
    found.push({ start, request: moduleRequest.value, kind });
  }
  for (const { start, end, entries } of module.staticExports) {
    const request = entries.find(({ moduleRequest }) => moduleRequest !== null)?.moduleRequest;
    const kind = text.slice(start, end).startsWith('export type') ? 'type' : 'static';
    if (request) found.push({ start, request: request.value, kind });
  }
  for (const { start, moduleRequest } of module.dynamicImports) {
    const quoted = text.slice(moduleRequest.start, moduleRequest.end);
    const request = /^(['"`])([^$]*)\1$/.exec(quoted)?.[2];
    if (request !== undefined) found.push({ start, request, kind: 'lazy' });
  }
  return found.map(({ start, request, kind }) => ({
    from: file,
    line: text.slice(0, start).split('\n').length,
    to: resolveRequest(file, request),
    kind,
  }));
}

/**
 * Returns the imported file or package. No search is needed: relative imports include the file
 * extension, and `@bursar/name/path` is always the file `name/src/path.ts`.
 */
function resolveRequest(file: string, request: string): string {
  if (request.startsWith('.')) return posix.join(posix.dirname(file), request);
  const [, workspace, path = 'index'] = /^@bursar\/([^/]+)(?:\/(.+))?$/.exec(request) ?? [];
  return workspace === undefined ? `npm:${request}` : `${workspace}/src/${path}.ts`;
}

function listSources(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return ignoredFolders.has(entry.name) ? [] : listSources(root, path);
    return /\.(ts|tsx|mts)$/.test(entry.name) ? [path] : [];
  });
}
