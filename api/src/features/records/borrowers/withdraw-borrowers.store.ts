import { columnOf, factsWith, keysOf } from '@bursar/contracts/fact-kinds';
import { borrowerFacts } from '@bursar/contracts/facts';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Transaction } from '../../../platform/database.ts';

type OfImport = { readonly portfolioId: string; readonly importId: string };

/**
 * Withdraws the borrowers of an import who came with a tape and to whom nothing refers except
 * withdrawn loans. A borrower about whom a person recorded anything is not withdrawn. The row
 * remains for the withdrawn loans, but leaves all lists and frees its numbers for the borrower of
 * the corrected tape. The caller has locked the borrowers, so that nothing more can refer to them.
 */
export async function withdrawBorrowersOfImport(
  transaction: Transaction,
  { portfolioId, importId, at }: OfImport & { readonly at: string },
): Promise<void> {
  const none = Object.fromEntries(numbers.map((key) => [columnOf(key), null]));
  await transaction`
    update borrowers borrower
    set ${transaction(none)}, withdrawn_at = ${at}, version = version + 1
    where borrower.portfolio_id = ${portfolioId} and borrower.is_from_tape
      and borrower.withdrawn_at is null and borrower.merged_into is null
      and borrower.id in (
        select borrower_id from loans
        where portfolio_id = ${portfolioId} and import_id = ${importId})
      and ${isUnused(transaction)}`;
}

const numbers = ['externalId', ...keysOf(factsWith(borrowerFacts, 'isUnique'))];

/** SQL condition on `borrower`: no loan in the books, and nothing that a person recorded. */
function isUnused(sql: Transaction): Fragment {
  const ofBorrower = sql`done.portfolio_id = borrower.portfolio_id and done.borrower_id = borrower.id`;
  return sql`
    not exists (select from loans done where ${ofBorrower} and done.withdrawn_at is null)
    and not exists (select from loan_parties done where ${ofBorrower})
    and not exists (select from loan_applications done where ${ofBorrower})
    and not exists (select from application_co_borrowers done where ${ofBorrower})
    and not exists (select from borrower_consents done where ${ofBorrower})
    and not exists (select from borrower_identity_documents done where ${ofBorrower})
    and not exists (select from call_centre_patients done where ${ofBorrower})
    and not exists (select from borrower_contacts done where ${ofBorrower}
      and (done.added_by is not null or done.retired_by is not null))
    and not exists (select from borrowers former
      where former.portfolio_id = borrower.portfolio_id and former.merged_into = borrower.id)
    and not exists (select from audit_events done
      where done.subject = 'borrower' and done.subject_id = borrower.id
        and done.event not in ('update-from-tape', 'undo-import'))`;
}
