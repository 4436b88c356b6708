import { createHash } from 'node:crypto';

/**
 * The id under which a record is stored, from the id that its maker's browser sent. Two accounts that
 * send one id get two records, so no answer shows whether somebody else has a record of that id; one
 * account that sends it again gets its record of before. The time at the beginning of a UUIDv7 stays,
 * so ids still sort by when they were made.
 */
export function ownedId(accountId: string, sentId: string): string {
  const sent = sentId.toLowerCase();
  const digest = createHash('sha256').update(`${accountId.toLowerCase()} ${sent}`).digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(digest.charAt(3), 16) % 4);
  const rest = `8${digest.slice(0, 3)}-${variant}${digest.slice(4, 7)}-${digest.slice(7, 19)}`;
  return `${sent.slice(0, 13)}-${rest}`;
}
