import type { RoutePath } from '@bursar/contracts/routes';
import type { LoanSort } from '@bursar/contracts/servicing/loan-sorts';
import { loanWorkFilters } from '@bursar/contracts/choices';
import { factFiltersOf, type ChosenFilter } from '@bursar/contracts/fact-filters';
import { borrowerFacts, loanFacts } from '@bursar/contracts/facts';
import type { LoanFilter } from '@bursar/contracts/servicing/loan-lists';
import type { QueryClient } from '@tanstack/react-query';
import {
  isAmountRange,
  isDayRange,
  isList,
  isPercentRange,
  type FilterValue,
  type FilterValues,
} from '../../../ui/filters/filter-values.ts';
import { loanListQuery } from './loans.queries.ts';

/** What one of the loan lists shows: the same table seven times, each with its own question. */
export type LoanListConfig = {
  /** Its words: `list.<words>.title` and the like. */
  readonly words: string;
  readonly view: LoanView;
  /** Holders that differ from row to row: the columns and filters a reader needs here. */
  readonly holders: readonly ('team' | 'agent')[];
  readonly sort: { readonly column: LoanSort; readonly direction: 'asc' | 'desc' };
};

const byReference = { column: 'reference', direction: 'asc' } as const;

/** The lists by whose they are. An agent’s own begins with what has waited longest. */
export const loanLists = {
  userUnassigned: { words: 'userUnassigned', view: 'unassigned', holders: [], sort: byReference },
  userAssigned: {
    words: 'userAssigned',
    view: 'assigned',
    holders: ['team', 'agent'],
    sort: byReference,
  },
  userAll: { words: 'userAll', view: 'all', holders: ['team', 'agent'], sort: byReference },
  teamUnassigned: { words: 'teamUnassigned', view: 'unassigned', holders: [], sort: byReference },
  teamAssigned: { words: 'teamAssigned', view: 'assigned', holders: ['agent'], sort: byReference },
  teamAll: { words: 'teamAll', view: 'all', holders: ['agent'], sort: byReference },
  agentOwn: {
    words: 'agentOwn',
    view: 'all',
    holders: [],
    sort: { column: 'due', direction: 'asc' },
  },
} as const satisfies Record<string, LoanListConfig>;

/** Where each list stands. */
export const loanListsByPath: { readonly [Path in RoutePath]?: LoanListConfig } = {
  '/loan': loanLists.userUnassigned,
  '/assignloan': loanLists.userAssigned,
  '/allloan': loanLists.userAll,
  '/agentloan': loanLists.teamUnassigned,
  '/assignteam': loanLists.teamAssigned,
  '/allassign': loanLists.teamAll,
  '/assignagent': loanLists.agentOwn,
};

type LoanView = LoanFilter['view'];

/** What the chosen filters ask the server for; what is undefined is not sent. */
export function loanFilterOf(view: LoanView, values: FilterValues): LoanFilter {
  const { outstanding, dueAmount, arrearsAmount, due } = values;
  const amounts = isAmountRange(outstanding) ? outstanding : {};
  const dues = isAmountRange(dueAmount) ? dueAmount : {};
  const arrears = isAmountRange(arrearsAmount) ? arrearsAmount : {};
  const days = isDayRange(due) ? due : {};
  return {
    view,
    q: textOf(values['q']),
    status: listOf(values['status']),
    bucket: listOf(values['bucket']),
    work: loanWorkFilters.find((work) => work === values['work']),
    teamId: textOf(values['team']),
    agentId: textOf(values['agent']),
    importId: textOf(values['importId']),
    batchId: textOf(values['batch']),
    productIds: listOf(values['products']),
    tagIds: listOf(values['tags']),
    outstandingFromMinor: amounts.fromMinor,
    outstandingToMinor: amounts.toMinor,
    dueAmountFromMinor: dues.fromMinor,
    dueAmountToMinor: dues.toMinor,
    arrearsFromMinor: arrears.fromMinor,
    arrearsToMinor: arrears.toMinor,
    dueFrom: days.from,
    dueTo: days.to,
    ...factFiltersOf(loanFacts, (id) => chosenOf(values[id])),
    ...factFiltersOf(borrowerFacts, (id) => chosenOf(values[id])),
  };
}

function chosenOf(value: FilterValue | undefined): ChosenFilter {
  if (isAmountRange(value)) return { from: value.fromMinor, to: value.toMinor };
  if (isPercentRange(value)) return { from: value.fromPercent, to: value.toPercent };
  if (isDayRange(value)) return value;
  return { value: listOf(value) ?? textOf(value) };
}

function textOf(value: FilterValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Several options travel comma-separated. */
function listOf(value: FilterValue | undefined): string | undefined {
  return isList(value) ? value.join(',') : undefined;
}

/** What a list asks for its first rows, as its address without a question shows them. */
export function firstQueryOf({ view, sort: { column, direction } }: LoanListConfig) {
  return { ...loanFilterOf(view, {}), sort: column, direction };
}

export async function prefetchLoanList(
  queryClient: QueryClient,
  config: LoanListConfig,
): Promise<void> {
  await queryClient.prefetchInfiniteQuery(loanListQuery(firstQueryOf(config)));
}
