import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * How a class of a CSS module is called in the product: one hash a file, and no line number as the
 * default has, which no two classes share and every page would fetch.
 */
export function className(name: string, file: string): string {
  const hash = createHash('sha256').update(relative(root, file)).digest('hex').slice(0, 5);
  return `_${name}_${hash}`;
}
