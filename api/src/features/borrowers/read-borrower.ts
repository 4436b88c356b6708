import type { Borrower } from '@bursar/contracts/borrowers';
import type { Queryable } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import type { Scope } from '../../platform/scope.ts';
import {
  findBorrower,
  listConsents,
  listContacts,
  listLoansOfBorrower,
} from './borrowers.store.ts';

type Look = { readonly scope: Scope; readonly businessDate: string; readonly borrowerId: string };

/** A borrower's card; the loans on it are those that the caller reaches. */
export async function readBorrower(
  sql: Queryable,
  { borrowerId, ...look }: Look,
): Promise<Outcome<Borrower, 'not_found'>> {
  const found = await findBorrower(sql, { scope: look.scope, borrowerId });
  if (!found) return refuse('not_found');
  const { portfolioId, ...facts } = found;
  const key = { portfolioId, borrowerId };
  const [contacts, consents, loans] = await Promise.all([
    listContacts(sql, { ...key, businessDate: look.businessDate }),
    listConsents(sql, key),
    listLoansOfBorrower(sql, { ...look, ...key }),
  ]);
  return succeed({ ...facts, contacts, consents, loans });
}
