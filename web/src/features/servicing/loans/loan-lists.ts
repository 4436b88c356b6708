import type { RoutePath } from '@bursar/contracts/routes';
import type { LoanSort } from '@bursar/contracts/servicing/loan-sorts';
import { loanWorkFilters, someOrNone, type LoanStatus } from '@bursar/contracts/choices';
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

/** The settings of a loan list: the same table is used seven times with different queries. */
export type LoanListConfig = {
  /** The key of its texts: `list.<textKey>.title` and so on. */
  readonly textKey: string;
  readonly view: LoanView;
  /** Holders that differ between rows: the columns and filters that this list needs. */
  readonly holders: readonly ('team' | 'agent')[];
  readonly sort: { readonly column: LoanSort; readonly direction: 'asc' | 'desc' };
  /** The statuses with which the list opens; all if left out. */
  readonly status?: readonly LoanStatus[];
};

const byReference = { column: 'reference', direction: 'asc' } as const;
const oldestDueFirst = { column: 'due', direction: 'asc' } as const;

/**
 * The order and the filter of lists with loans to work on: the oldest due date comes first, and
 * loans that are not active are left out because they need no work.
 */
const toWorkOn = { sort: oldestDueFirst, status: ['active'] } as const;

/** The loan lists by role. */
export const loanLists = {
  userUnassigned: { textKey: 'userUnassigned', view: 'unassigned', holders: [], ...toWorkOn },
  userAssigned: {
    textKey: 'userAssigned',
    view: 'assigned',
    holders: ['team', 'agent'],
    sort: byReference,
  },
  userAll: { textKey: 'userAll', view: 'all', holders: ['team', 'agent'], sort: byReference },
  teamUnassigned: { textKey: 'teamUnassigned', view: 'unassigned', holders: [], ...toWorkOn },
  teamAssigned: {
    textKey: 'teamAssigned',
    view: 'assigned',
    holders: ['agent'],
    sort: byReference,
  },
  teamAll: { textKey: 'teamAll', view: 'all', holders: ['agent'], sort: byReference },
  agentOwn: { textKey: 'agentOwn', view: 'all', holders: [], sort: oldestDueFirst },
} as const satisfies Record<string, LoanListConfig>;

/** The loan lists by the path of their page. */
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

/** Converts the chosen filters to a request; undefined values are not sent. */
export function loanFilterOf(view: LoanView, values: FilterValues): LoanFilter {
  const { outstanding, dueAmount, arrearsAmount, due, lastContact } = values;
  const amounts = isAmountRange(outstanding) ? outstanding : {};
  const dues = isAmountRange(dueAmount) ? dueAmount : {};
  const arrears = isAmountRange(arrearsAmount) ? arrearsAmount : {};
  const days = isDayRange(due) ? due : {};
  const contacts = isDayRange(lastContact) ? lastContact : {};
  return {
    view,
    q: textOf(values['q']),
    status: listOf(values['status']),
    bucket: listOf(values['bucket']),
    work: loanWorkFilters.find((work) => work === values['work']),
    lastOutcome: listOf(values['lastOutcome']),
    lastContactFrom: contacts.from,
    lastContactTo: contacts.to,
    promise: listOf(values['promise']),
    nextAction: someOrNoneOf(values['nextAction']),
    snoozed: someOrNoneOf(values['snoozed']),
    language: listOf(values['language']),
    phone: someOrNoneOf(values['phone']),
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

function someOrNoneOf(value: FilterValue | undefined) {
  return someOrNone.find((one) => one === value);
}

function textOf(value: FilterValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function listOf(value: FilterValue | undefined): string | undefined {
  return isList(value) ? value.join(',') : undefined;
}

/** Returns the request for the first rows of a list before the user filters or sorts it. */
export function firstQueryOf({ view, status, sort: { column, direction } }: LoanListConfig) {
  return { ...loanFilterOf(view, { status }), sort: column, direction };
}

export async function prefetchLoanList(
  queryClient: QueryClient,
  config: LoanListConfig,
): Promise<void> {
  await queryClient.prefetchInfiniteQuery(loanListQuery(firstQueryOf(config)));
}
