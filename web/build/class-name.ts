import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const files = new Map<string, string>();

/**
 * How a class of a CSS module is called in the product: one hash a file, and no line number as the
 * default has, which no two classes share and every page would fetch.
 */
export function className(name: string, file: string): string {
  const path = relative(root, file);
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 5);
  const other = files.get(hash) ?? path;
  if (other !== path) throw new Error(`${other} and ${path} have one hash: give one another name`);
  files.set(hash, path);
  return `_${name}_${hash}`;
}
