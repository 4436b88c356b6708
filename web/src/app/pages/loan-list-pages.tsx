import { loanLists } from '../../features/loans/loan-lists.ts';
import { LoanListPage } from './LoanListPage.tsx';

/** The loan lists as pages, one an address. */
export const UserAssignedLoansPage = () => <LoanListPage facts={loanLists.userAssigned} />;
export const UserAllLoansPage = () => <LoanListPage facts={loanLists.userAll} />;
export const TeamUnassignedLoansPage = () => <LoanListPage facts={loanLists.teamUnassigned} />;
export const TeamAssignedLoansPage = () => <LoanListPage facts={loanLists.teamAssigned} />;
export const TeamAllLoansPage = () => <LoanListPage facts={loanLists.teamAll} />;
