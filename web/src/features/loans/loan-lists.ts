import type { RoutePath } from '@bursar/contracts/routes';
import type { LoanSort } from '@bursar/contracts/loan-sorts';
import type { LoanView } from './loan-list-filters.ts';

/** What one of the loan lists shows: the same table seven times, each with its own question. */
export type LoanListFacts = {
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
} as const satisfies Record<string, LoanListFacts>;

/** Where each list stands. */
export const loanListsByPath: { readonly [Path in RoutePath]?: LoanListFacts } = {
  '/loan': loanLists.userUnassigned,
  '/assignloan': loanLists.userAssigned,
  '/allloan': loanLists.userAll,
  '/agentloan': loanLists.teamUnassigned,
  '/assignteam': loanLists.teamAssigned,
  '/allassign': loanLists.teamAll,
  '/assignagent': loanLists.agentOwn,
};
