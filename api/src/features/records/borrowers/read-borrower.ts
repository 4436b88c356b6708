import type { Borrower } from '@bursar/contracts/records/borrowers';
import type { Queryable } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Viewer } from '../../../platform/scope.ts';
import { quietHoursNow } from '../../servicing/loans/quiet-hours-now.ts';
import { findMergedInto, listFormer } from './borrower-merges.store.ts';
import { listIdentityDocuments } from './identity-documents.store.ts';
import {
  findBorrower,
  listConsents,
  listContacts,
  listLoansOfBorrower,
} from './borrowers.store.ts';

/** Reads a borrower's card, with only those loans that the caller may see. */
export async function readBorrower(
  sql: Queryable,
  { borrowerId, now, ...viewer }: Viewer & { borrowerId: string; now: Date },
): Promise<Outcome<Borrower, 'not_found'>> {
  const found = await findBorrower(sql, { ...viewer, borrowerId, reader: viewer.scope.role });
  if (!found) return refuse('not_found');
  const { portfolioId, today, quiet, mergedInto: _stored, ...facts } = found;
  const key = { portfolioId, borrowerId };
  const reader = viewer.scope.role;
  const [contacts, consents, identityDocuments, loans, mergedInto, former] = await Promise.all([
    listContacts(sql, { ...key, today }),
    listConsents(sql, key),
    listIdentityDocuments(sql, { ...key, reader }),
    listLoansOfBorrower(sql, { ...key, scope: viewer.scope, today }),
    findMergedInto(sql, key),
    listFormer(sql, { ...key, reader }),
  ]);
  const quietHours = quietHoursNow(quiet, now);
  const held = { contacts, consents, identityDocuments, loans, mergedInto, former };
  return succeed({ ...facts, ...held, quietHours });
}
