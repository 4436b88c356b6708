import { Batches } from '../../features/distribution/assignments/Batches.tsx';
import { loanLists, type LoanListConfig } from '../../features/servicing/loans/loan-lists.ts';
import { useMay } from '../../lib/session-query.ts';
import { LoanListPage } from './LoanListPage.tsx';

export const UserAssignedLoansPage = () => <AssignedLoansPage config={loanLists.userAssigned} />;
export const UserAllLoansPage = () => <LoanListPage config={loanLists.userAll} />;
export const TeamUnassignedLoansPage = () => <LoanListPage config={loanLists.teamUnassigned} />;
export const TeamAssignedLoansPage = () => <AssignedLoansPage config={loanLists.teamAssigned} />;
export const TeamAllLoansPage = () => <LoanListPage config={loanLists.teamAll} />;

/** The assigned loans with the history of assignment batches. */
function AssignedLoansPage({ config }: { readonly config: LoanListConfig }) {
  const mayAssign = useMay('assign-loans');
  return <LoanListPage config={config} actions={mayAssign && <Batches />} />;
}
