import type { RoutePath } from '@bursar/contracts/routes';
import type { QueryClient } from '@tanstack/react-query';
import { askLoanList } from '../../features/loans/ask-loan-list.ts';
import { type LoanListFacts, loanLists } from '../../features/loans/loan-lists.ts';

/** Asks what a page will ask first at its address without a query, into the cache that it reads. */
export async function askFirst(path: RoutePath, queryClient: QueryClient): Promise<void> {
  const facts = listsByPath[path];
  if (facts) await askLoanList(queryClient, facts);
}

const listsByPath: { readonly [Path in RoutePath]?: LoanListFacts } = {
  '/loan': loanLists.userUnassigned,
  '/assignloan': loanLists.userAssigned,
  '/allloan': loanLists.userAll,
  '/agentloan': loanLists.teamUnassigned,
  '/assignteam': loanLists.teamAssigned,
  '/allassign': loanLists.teamAll,
  '/assignagent': loanLists.agentOwn,
};
