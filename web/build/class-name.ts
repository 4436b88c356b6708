import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const files = new Map<string, string>();

/**
 * Names a CSS module's class: one hash per file. The default adds a line number, which makes
 * every name unique and longer to download.
 */
export function className(name: string, file: string): string {
  const path = relative(root, file);
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 5);
  const other = files.get(hash) ?? path;
  if (other !== path) throw new Error(`${other} and ${path} have one hash: give one another name`);
  files.set(hash, path);
  return `_${name}_${hash}`;
}
