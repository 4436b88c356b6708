import { createHash } from 'node:crypto';

/**
 * Derives a stored id from the account and the id that its browser sent. Two accounts that send the
 * same id get two records, so answers never reveal other accounts' ids; a resent id finds its
 * record. The UUIDv7's time is preserved, so ids still sort by creation.
 *
 * Records such as loans do not need this: they are identified within their portfolio, whose staff
 * share these records. Accounts do not need it either, because their e-mail addresses are unique
 * across portfolios.
 */
export function ownedId(accountId: string, sentId: string): string {
  return idWithin(accountId, sentId);
}

/**
 * Derives the id of one part of a command from the command's id, so that a resent command finds its
 * parts. `part` distinguishes the parts.
 */
export function partId(part: string, sentId: string): string {
  return idWithin(part, sentId);
}

function idWithin(name: string, sentId: string): string {
  const sent = sentId.toLowerCase();
  const digest = createHash('sha256').update(`${name.toLowerCase()} ${sent}`).digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(digest.charAt(3), 16) % 4);
  const rest = `8${digest.slice(0, 3)}-${variant}${digest.slice(4, 7)}-${digest.slice(7, 19)}`;
  return `${sent.slice(0, 13)}-${rest}`;
}
