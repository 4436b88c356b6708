import { accountStatuses, staffSorts } from '@bursar/contracts/choices';
import { roles } from '@bursar/contracts/roles';
import type { StaffRow } from '@bursar/contracts/distribution/staff';
import type { FilterValues } from '../../../ui/filters/filter-values.ts';
import type { TableSort } from '../../../ui/table/table-state.ts';
import type { StaffFilter, StaffListQuery } from './staff.queries.ts';

type Role = StaffRow['role'];

/** The server's query for the chosen filters; a list of one role asks for that role only. */
export function staffFilterOf(role: Role | undefined, values: FilterValues): StaffFilter {
  const q = textOf(values['q']);
  const teamId = textOf(values['team']);
  const wanted = role ?? roles.find((one) => one === values['role']);
  const status = accountStatuses.find((one) => one === values['status']);
  return {
    ...(q && { q }),
    ...(teamId && { teamId }),
    ...(wanted && { role: wanted }),
    ...(status && { status }),
  };
}

/** Returns the sort for the server: by name if the address has no order or an unknown one. */
export function staffSortOf(sort: TableSort | null): Pick<StaffListQuery, 'sort' | 'direction'> {
  const column = staffSorts.find((one) => one === sort?.column);
  return sort && column
    ? { sort: column, direction: sort.direction }
    : { sort: 'name', direction: 'asc' };
}

function textOf(value: FilterValues[string]): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
