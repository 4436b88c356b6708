import type { LoanFilter, LoanStatus } from '@bursar/contracts/loans';
import { isList } from '../../ui/filters/filter-values.ts';
import type {
  AmountRange,
  DayRange,
  FilterValue,
  FilterValues,
} from '../../ui/filters/filter-values.ts';

export type LoanView = LoanFilter['view'];

export const loanStatuses = [
  'submitted',
  'approved',
  'active',
  'closed',
  'written_off',
  'rejected',
  'withdrawn',
] as const satisfies readonly LoanStatus[];

/** What the chosen filters ask the server for; what is undefined is not sent. */
export function loanFilterOf(view: LoanView, values: FilterValues): LoanFilter {
  const outstanding = amountsOf(values['outstanding']);
  const due = daysOf(values['due']);
  return {
    view,
    q: textOf(values['q']),
    status: listOf(values['status']),
    bucket: listOf(values['bucket']),
    teamId: textOf(values['team']),
    agentId: textOf(values['agent']),
    importId: textOf(values['importId']),
    tagIds: listOf(values['tags']),
    outstandingFromMinor: outstanding.fromMinor,
    outstandingToMinor: outstanding.toMinor,
    dueFrom: due.from,
    dueTo: due.to,
  };
}

function textOf(value: FilterValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Several options travel comma-separated. */
function listOf(value: FilterValue | undefined): string | undefined {
  return isList(value) ? value.join(',') : undefined;
}

function amountsOf(value: FilterValue | undefined): AmountRange {
  return isRange(value) && !isDays(value) ? value : {};
}

function daysOf(value: FilterValue | undefined): DayRange {
  return isRange(value) && isDays(value) ? value : {};
}

function isRange(value: FilterValue | undefined): value is AmountRange | DayRange {
  return typeof value === 'object' && !isList(value);
}

function isDays(range: AmountRange | DayRange): range is DayRange {
  return 'from' in range || 'to' in range;
}
