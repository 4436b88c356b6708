import { createHash } from 'node:crypto';
import { reworded } from './reworded-migrations.ts';
import { withoutComments } from './split-statements.ts';

/**
 * Returns the checksum that a database records for a migration: the digest of its text. If only the
 * comments have changed since it landed, the checksum is still that of the first text, so that every
 * database accepts it.
 */
export function checksumOf(name: string, text: string): string {
  // Line endings may differ between checkouts.
  const plain = text.replaceAll('\r\n', '\n');
  const first = reworded.get(name);
  return first?.statements === digestOf(withoutComments(plain)) ? first.text : digestOf(plain);
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
