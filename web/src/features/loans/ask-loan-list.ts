import type { QueryClient } from '@tanstack/react-query';
import type { LoanListFacts } from './loan-lists.ts';
import { loanFilterOf } from './loan-list-filters.ts';
import { loanListQuery } from './loans.queries.ts';

/** Asks for a list's first rows, as its address without a question shows them. */
export async function askLoanList(queryClient: QueryClient, facts: LoanListFacts): Promise<void> {
  const { column, direction } = facts.sort;
  const question = { ...loanFilterOf(facts.view, {}), sort: column, direction };
  await queryClient.prefetchInfiniteQuery(loanListQuery(question));
}
