import type { Role } from '@bursar/contracts/roles';
import { monthEndBefore } from '@bursar/api/features/reporting/analytics/month-ends';
import { benchDay } from '../lists/seed-book.ts';

type AskedCall = { readonly as: Role; readonly name: string; readonly path: string };

const arabic = (text: string) => `/api/search?q=${encodeURIComponent(text)}`;

/** The calls of managers, teams and agents. A team has a tenth of the loans, an agent a hundredth. */
const ofEveryRole: Readonly<Record<string, string>> = {
  dashboard: '/api/dashboard',
  'arrears, roll rates and vintages': '/api/analytics/arrears',
  concentration: '/api/analytics/concentration',
  'cash flow of twelve months': '/api/finance/cash-flow',
  forecast: '/api/finance/forecast',
  'arrears by age': '/api/finance/arrears',
  'trial balance': '/api/finance/trial-balance',
  'payments of a year': '/api/finance/payments?currency=USD&from=2026-01-01&to=2026-12-31',
  'expected dues of a year': '/api/finance/dues?currency=USD&from=2026-01-01&to=2026-12-31',
  'unpaid dues of a year':
    '/api/finance/dues?currency=USD&from=2026-01-01&to=2026-12-31&unpaid=true',
  'dues that are 1-30 days late': '/api/finance/late-dues?currency=USD&bucket=1-30',
  'lines of cash': `/api/finance/lines?currency=USD&account=cash&on=${benchDay}`,
  'lines of an account without any': `/api/finance/lines?currency=USD&account=fee-income&on=${benchDay}`,
};

const ofManagers: Readonly<Record<string, string>> = {
  'list: all loans': '/api/loans?view=all',
  'list: 31-60 days late': '/api/loans?view=all&bucket=31-60',
  'list: a name': '/api/loans?view=all&q=camila%20diaz',
  'the loans behind a bucket of today': `/api/analytics/loans?currency=USD&on=${benchDay}&bucket=31-60`,
  'the loans behind a bucket of the last month end': `/api/analytics/loans?currency=USD&on=${monthEndBefore(benchDay)}&bucket=31-60`,
  'search: a common name': '/api/search?q=camila',
  'search: a name with a mistake': '/api/search?q=camlia',
  'search: an amount': '/api/search?q=1000',
  'search: a common Arabic name': arabic('خالد الخطيب'),
  'search: an Arabic name that nobody has': arabic('عبدالرزاق'),
};

const asked = (as: Role, paths: Readonly<Record<string, string>>): readonly AskedCall[] =>
  Object.entries(paths).map(([name, path]) => ({ as, name: `${as}: ${name}`, path }));

export const askedCalls: readonly AskedCall[] = [
  ...asked('user', { ...ofManagers, ...ofEveryRole }),
  ...asked('team', ofEveryRole),
  ...asked('agent', ofEveryRole),
];
