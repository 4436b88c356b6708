import { ImportTape } from '../../features/imports/ImportTape.tsx';
import { loanLists } from '../../features/loans/loan-lists.ts';
import { useMay } from '../../lib/use-may.ts';
import { LoanListPage } from './LoanListPage.tsx';

/** The loan lists as pages, one an address. */
export const UserUnassignedLoansPage = () => {
  const mayImport = useMay('import-tape');
  return <LoanListPage facts={loanLists.userUnassigned} actions={mayImport && <ImportTape />} />;
};
export const UserAssignedLoansPage = () => <LoanListPage facts={loanLists.userAssigned} />;
export const UserAllLoansPage = () => <LoanListPage facts={loanLists.userAll} />;
export const TeamUnassignedLoansPage = () => <LoanListPage facts={loanLists.teamUnassigned} />;
export const TeamAssignedLoansPage = () => <LoanListPage facts={loanLists.teamAssigned} />;
export const TeamAllLoansPage = () => <LoanListPage facts={loanLists.teamAll} />;
