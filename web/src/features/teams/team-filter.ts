import { accountStatuses, someOrNone } from '@bursar/contracts/choices';
import { isAmountRange } from '../../ui/filters/filter-values.ts';
import type { FilterValues } from '../../ui/filters/filter-values.ts';
import type { TeamFilter } from './teams.queries.ts';

/** What the chosen filters ask the server for; what it does not know is left out. */
export function teamFilterOf(values: FilterValues): TeamFilter {
  const { q, desks, agents, over30, outstanding } = values;
  const range = isAmountRange(outstanding) ? outstanding : {};
  const asked = {
    q: typeof q === 'string' ? q : undefined,
    deskStatus: accountStatuses.find((one) => one === desks),
    agents: someOrNone.find((one) => one === agents),
    over30: someOrNone.find((one) => one === over30),
    outstandingFromMinor: range.fromMinor,
    outstandingToMinor: range.toMinor,
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}
