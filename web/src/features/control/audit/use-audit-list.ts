import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { AuditEvent } from '@bursar/contracts/control/audit';
import { eventText } from '../../access/audit-events/event-text.ts';
import { useMay } from '../../../lib/session-query.ts';
import {
  isDayRange,
  type Filter,
  type FilterOption,
  type FilterValues,
} from '../../../ui/filters/filter-values.ts';
import { withChosen } from '../../../ui/filters/with-chosen.ts';
import {
  defaultTableState,
  type TableState,
  useListAddress,
} from '../../../ui/table/table-state.ts';
import { auditListQuery, peopleQuery, type AuditFilter } from './audit.queries.ts';

/** Keeps the trail's filters and open row in the address and loads the matching events. */
export function useAuditList() {
  const [search] = useSearchParams();
  // The event filter offers the events that have occurred, which come with any answer.
  const { data: first } = useInfiniteQuery(auditListQuery({}));
  const filters = useAuditFilters(first?.pages[0]?.events, search);
  const address = useListAddress(filters, tableDefaults);
  const filter = auditFilterOf(address.values);
  const query = useInfiniteQuery(auditListQuery(filter));
  const rows = useMemo<readonly AuditEvent[]>(
    () => query.data?.pages.flatMap((page) => page.rows) ?? [],
    [query.data],
  );
  return { address, query, rows, filter, ...useOpenedRow(rows) };
}

/** Returns the open row, which the address names, and the functions to open and close a row. */
export function useOpenedRow(rows: readonly AuditEvent[]) {
  const [search, setSearch] = useSearchParams();
  const withRow = (id: string | null) => {
    const next = new URLSearchParams(search);
    if (id === null) next.delete('row');
    else next.set('row', id);
    return next;
  };
  return {
    opened: rows.find((row) => row.id === search.get('row')) ?? null,
    open: (row: AuditEvent) => setSearch(withRow(row.id), quietly),
    close: () => setSearch(withRow(null), quietly),
  };
}

export type AuditListState = ReturnType<typeof useAuditList>;

export const tableDefaults: TableState = { ...defaultTableState, pinned: ['event'] };

/**
 * Navigation options for opening a row: the back button still leaves the list, and the list keeps
 * its scroll position.
 */
const quietly = { replace: true, preventScrollReset: true } as const;

/** The maximum length of a loan reference that the server accepts. */
const longestLoan = 20;

export function auditFilterOf(values: FilterValues): AuditFilter {
  const { loan, person, event, day } = values;
  return {
    ...(typeof loan === 'string' && { loan: loan.trim().slice(0, longestLoan) }),
    ...(typeof person === 'string' && { actorId: person }),
    ...(typeof event === 'string' && { event }),
    ...(isDayRange(day) && day),
  };
}

function useAuditFilters(
  events: readonly string[] | undefined,
  search: URLSearchParams,
): readonly Filter[] {
  const { t } = useTranslation('audit');
  const { data: people } = useQuery({ ...peopleQuery, enabled: useMay('read-staff') });
  const chosenPerson = search.get('person');
  const chosenEvent = search.get('event');
  return useMemo(() => {
    const persons = people?.map(({ id, name }) => ({ value: id, label: name }));
    const names = events?.map((event) => ({ value: event, label: eventText(t, event) }));
    return [
      { id: 'loan', kind: 'search', label: t('filter.loan'), placeholder: t('filter.loanHint') },
      {
        id: 'person',
        kind: 'choice',
        label: t('column.person'),
        options: withChosen(persons, { chosen: chosenPerson, missing: t('filter.otherPerson') }),
      },
      {
        id: 'event',
        kind: 'choice',
        label: t('column.event'),
        options: names ?? onItsWay(chosenEvent),
      },
      { id: 'day', kind: 'days', label: t('filter.day') },
    ];
  }, [t, people, events, chosenPerson, chosenEvent]);
}

/**
 * Returns a placeholder for the chosen option while the options are loading. Without it, the filter
 * in the address would be dropped from the query.
 */
function onItsWay(chosen: string | null): readonly FilterOption[] {
  return chosen === null ? [] : [{ value: chosen, label: '…' }];
}
