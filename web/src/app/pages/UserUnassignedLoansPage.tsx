import { ImportTape } from '../../features/intake/imports/ImportTape.tsx';
import { loanLists } from '../../features/servicing/loans/loan-lists.ts';
import { useMay } from '../../lib/session-query.ts';
import { LoanListPage } from './LoanListPage.tsx';

/** The unassigned loans; a loan tape is imported here and adds to them. */
export function UserUnassignedLoansPage() {
  const mayImport = useMay('import-tape');
  return <LoanListPage config={loanLists.userUnassigned} actions={mayImport && <ImportTape />} />;
}
