import { Batches } from '../../features/distribution/assignments/Batches.tsx';
import { loanLists, type LoanListFacts } from '../../features/servicing/loans/loan-lists.ts';
import { useMay } from '../../lib/session-query.ts';
import { LoanListPage } from './LoanListPage.tsx';

/** The loan lists as pages, one per address. */
export const UserAssignedLoansPage = () => <AssignedLoansPage facts={loanLists.userAssigned} />;
export const UserAllLoansPage = () => <LoanListPage facts={loanLists.userAll} />;
export const TeamUnassignedLoansPage = () => <LoanListPage facts={loanLists.teamUnassigned} />;
export const TeamAssignedLoansPage = () => <AssignedLoansPage facts={loanLists.teamAssigned} />;
export const TeamAllLoansPage = () => <LoanListPage facts={loanLists.teamAll} />;

/** The assigned loans with the history of assignment batches. */
function AssignedLoansPage({ facts }: { readonly facts: LoanListFacts }) {
  const mayAssign = useMay('assign-loans');
  return <LoanListPage facts={facts} actions={mayAssign && <Batches />} />;
}
