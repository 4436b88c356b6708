import type { Transaction } from './database.ts';
import { nameIn } from './postgres/lender-names.ts';

/**
 * Makes commands with the same id run one after the other, until the transaction ends. It is for a
 * command that stores no row under the id itself, only under ids derived from it: no primary key
 * then stops a second command, and commands about different loans share no other lock. Call it
 * before any other lock, so that a command that waits for the id holds nothing.
 */
export async function claimId(transaction: Transaction, id: string): Promise<void> {
  const name = nameIn(transaction, id.toLowerCase());
  await transaction`select pg_advisory_xact_lock(${LOCK_CLASS}, hashtext(${name}))`;
}

/** An arbitrary number that identifies this lock; all Bursar processes must use the same one. */
const LOCK_CLASS = 8_277_061;
