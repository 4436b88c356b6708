import { loanSorts } from '@bursar/contracts/servicing/loan-sorts';
import { roles, type Role } from '@bursar/contracts/roles';
import { benchTagId } from './seed-book.ts';

/** One request of a screen to the server; `as` is the role of its user. */
export type AskedList = { readonly as: Role; readonly name: string; readonly path: string };

/** Filters: none, the least selective ones and the slowest ones. */
const filters: Readonly<Record<string, string>> = {
  'no filter': 'view=all',
  unassigned: 'view=unassigned',
  assigned: 'view=assigned',
  'status closed': 'view=all&status=closed',
  'status written off': 'view=all&status=written_off',
  '31-60 days late': 'view=all&bucket=31-60',
  'current or 1-30': 'view=all&bucket=current,1-30',
  'over 10,000 owed': 'view=all&outstandingFromMinor=1000000',
  '10,000 to 10,100 owed': 'view=all&outstandingFromMinor=1000000&outstandingToMinor=1010000',
  'due this week': 'view=all&dueFrom=2026-06-15&dueTo=2026-06-21',
  'name "omar"': 'view=all&q=omar',
  'name "omar diaz"': 'view=all&q=omar%20diaz',
  'rate 9 to 10': 'view=all&rateFromPercent=9&rateToPercent=10',
  'text "a"': 'view=all&q=a',
  'text "zzzz"': 'view=all&q=zzzz',
  'reference 77777': 'view=all&q=L-077777',
  'phone part': 'view=all&q=41512',
  tagged: `view=all&tagIds=${benchTagId}`,
  'late, over 10,000, "an"': 'view=assigned&bucket=31-60,61-90&outstandingFromMinor=1000000&q=an',
};

const everyLoanList: readonly AskedList[] = roles.flatMap((as) =>
  Object.entries(filters).flatMap(([filter, query]) =>
    loanSorts.map((sort, place) => {
      // Each combination of filter and sort is requested in one direction only. Over all filters,
      // each sort is requested in both directions.
      const direction = (place + filter.length) % 2 === 0 ? 'asc' : 'desc';
      return {
        as,
        name: `${filter}, by ${sort} ${direction}`,
        path: `/api/loans?${query}&sort=${sort}&direction=${direction}`,
      };
    }),
  ),
);

const year = 'from=2025-07-01&to=2026-06-15';

/** The requests for lists and sums of other screens, by name, with the roles that send them. */
const otherPaths: Readonly<Record<string, { path: string; roles: readonly Role[] }>> = {
  dashboard: { path: '/api/dashboard', roles },
  'search "omar"': { path: '/api/search?q=omar', roles },
  'search "o brien"': { path: '/api/search?q=o%20brien', roles },
  'search 77777': { path: '/api/search?q=77777', roles },
  'search 425.04': { path: '/api/search?q=425.04', roles },
  products: { path: '/api/loans/products', roles },
  notices: { path: '/api/notices', roles },
  approvals: { path: '/api/approvals', roles },
  staff: { path: '/api/staff', roles: ['admin', 'user', 'team'] },
  'agents by outstanding': {
    path: '/api/staff?role=agent&sort=outstanding',
    roles: ['admin', 'user', 'team'],
  },
  teams: { path: '/api/teams', roles: ['admin', 'user'] },
  'assignment targets': { path: '/api/assignment-targets', roles: ['user', 'team'] },
  absenceCovers: { path: '/api/handovers', roles: ['user', 'team'] },
  'work of the desk': { path: '/api/work/desk', roles: ['user', 'team'] },
  'promises due today': { path: '/api/work/due-promises', roles: ['user', 'team'] },
  'queue of the day': { path: '/api/work/queue', roles: ['agent'] },
  tags: { path: '/api/tags', roles: ['user', 'team', 'agent'] },
  'income by month': { path: `/api/income?${year}`, roles: ['user', 'team', 'agent'] },
  'income by day': { path: `/api/income?${year}&step=day`, roles: ['user', 'team', 'agent'] },
  'payments of the income': {
    path: `/api/income/payments?${year}`,
    roles: ['user', 'team', 'agent'],
  },
  imports: { path: '/api/imports', roles: ['user'] },
  'audit trail': { path: '/api/audit', roles: ['admin'] },
  'audit of an event': { path: '/api/audit?event=log-contact', roles: ['admin'] },
  'audit of a loan': { path: '/api/audit?loan=L-077777', roles: ['admin'] },
  'audit of a week': { path: '/api/audit?from=2025-09-01&to=2025-09-07', roles: ['admin'] },
  'outgoing mail': { path: '/api/mails', roles: ['admin'] },
};

const otherLists: readonly AskedList[] = Object.entries(otherPaths).flatMap(
  ([name, { path, roles: asking }]) => asking.map((as) => ({ as, name, path })),
);

export const askedLists: readonly AskedList[] = [...otherLists, ...everyLoanList];
