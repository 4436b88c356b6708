import { loanWorkFilters } from '@bursar/contracts/choices';
import { factFiltersOf, type ChosenFilter } from '@bursar/contracts/fact-filters';
import { borrowerFacts, loanFacts } from '@bursar/contracts/facts';
import type { LoanFilter } from '@bursar/contracts/loan-lists';
import {
  isAmountRange,
  isDayRange,
  isList,
  isPercentRange,
} from '../../ui/filters/filter-values.ts';
import type { FilterValue, FilterValues } from '../../ui/filters/filter-values.ts';

export type LoanView = LoanFilter['view'];

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
