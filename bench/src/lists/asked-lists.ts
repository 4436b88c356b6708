import type { Role } from '@bursar/contracts/roles';

/** One question that a screen asks the server; `as` says whose desk it stands on. */
export type AskedList = { readonly as: Role; readonly name: string; readonly path: string };

const sorts = [
  'reference',
  'borrower',
  'principal',
  'outstanding',
  'rate',
  'due',
  'arrears',
  'disbursed',
] as const;

/** From no filter to the least selective and the most awkward ones. */
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
  'late, over 10,000, "an"': 'view=assigned&bucket=31-60,61-90&outstandingFromMinor=1000000&q=an',
};

const everyLoanList: readonly AskedList[] = (['admin', 'user', 'team', 'agent'] as const).flatMap(
  (as) =>
    Object.entries(filters).flatMap(([filter, query]) =>
      sorts.map((sort, place) => {
        // One direction a question, each sort in both over the filters: twice as many tell no more.
        const direction = (place + filter.length) % 2 === 0 ? 'asc' : 'desc';
        return {
          as,
          name: `${filter}, by ${sort} ${direction}`,
          path: `/api/loans?${query}&sort=${sort}&direction=${direction}`,
        };
      }),
    ),
);

const otherLists: readonly AskedList[] = (['admin', 'user', 'team', 'agent'] as const).flatMap(
  (as) => [
    { as, name: 'dashboard', path: '/api/dashboard' },
    { as, name: 'search "omar"', path: '/api/search?q=omar' },
    { as, name: 'search 77777', path: '/api/search?q=77777' },
    ...(as === 'agent'
      ? []
      : [
          { as, name: 'staff', path: '/api/staff' },
          { as, name: 'agents by outstanding', path: '/api/staff?role=agent&sort=outstanding' },
        ]),
    ...(as === 'admin' || as === 'user' ? [{ as, name: 'teams', path: '/api/teams' }] : []),
    ...(as === 'user' || as === 'team'
      ? [{ as, name: 'assignment targets', path: '/api/assignment-targets' }]
      : []),
  ],
);

export const askedLists: readonly AskedList[] = [...otherLists, ...everyLoanList];
