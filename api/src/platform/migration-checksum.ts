import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { withoutComments } from './split-statements.ts';

type Digests = {
  /** Digest of the whole landed text, which databases have recorded as the checksum. */
  readonly text: string;
  /** Digest of the text without comments, which proves that only comments have changed. */
  readonly code: string;
};

/** Migrations whose comments were reworded after they landed. */
export const reworded: ReadonlyMap<string, Digests> = new Map(
  // The path is the same from `src` and from `dist`.
  readFileSync(new URL('../../migrations/reworded.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(' '))
    .map(([name = '', text = '', code = '']) => [name, { text, code }]),
);

/**
 * Returns the checksum that a database records for a migration: the digest of its text. If only the
 * comments have changed since it landed, the checksum is still that of the landed text, so that
 * every database accepts it.
 */
export function checksumOf(name: string, text: string): string {
  // Line endings may differ between checkouts.
  const plain = text.replaceAll('\r\n', '\n');
  const landed = reworded.get(name);
  return landed?.code === digestOf(withoutComments(plain)) ? landed.text : digestOf(plain);
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
