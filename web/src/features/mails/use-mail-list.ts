import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { filtersFromSearch, filtersToSearch } from '../../ui/filters/filter-values.ts';
import type { Filter, FilterValues } from '../../ui/filters/filter-values.ts';
import {
  defaultTableState,
  tableStateFromSearch,
  tableStateToSearch,
} from '../../ui/table/table-state.ts';
import type { TableState } from '../../ui/table/table-state.ts';
import { mailListQuery } from './mails.queries.ts';
import type { MailFilter } from './mails.queries.ts';

/** The list’s question and the mail that is open, kept in the address, and the server’s answer. */
export function useMailList() {
  const { t } = useTranslation('mails');
  const [search, setSearch] = useSearchParams();
  const filters = useMemo<readonly Filter[]>(
    () => [
      { id: 'q', kind: 'search', label: t('filter.search'), placeholder: t('filter.searchHint') },
      {
        id: 'state',
        kind: 'choice',
        label: t('column.state'),
        options: mailStates.map((value) => ({ value, label: t(`state.${value}`) })),
      },
    ],
    [t],
  );
  const values = useMemo(() => filtersFromSearch(filters, search), [filters, search]);
  const state = useMemo(() => tableStateFromSearch(search, defaultTableState), [search]);
  const query = useInfiniteQuery(mailListQuery(mailFilterOf(values)));
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  return {
    query,
    rows,
    latest: query.data?.pages.at(-1),
    filters,
    values,
    setValues: (next: FilterValues) => setSearch(filtersToSearch(filters, next, search), quietly),
    state,
    setState: (next: TableState) =>
      setSearch(tableStateToSearch(next, search, defaultTableState), quietly),
    openId: search.get('mail'),
    /** Opens a mail beside the list, or closes the one that is open. */
    open: (mailId: string | null) => {
      const next = new URLSearchParams(search);
      if (mailId === null) next.delete('mail');
      else next.set('mail', mailId);
      setSearch(next, { preventScrollReset: true });
    },
  };
}

export type MailListState = ReturnType<typeof useMailList>;

const mailStates = ['waiting', 'sent', 'failed'] as const;

/** The page before stays one step back, and the list where it was scrolled to. */
const quietly = { replace: true, preventScrollReset: true } as const;

function mailFilterOf(values: FilterValues): MailFilter {
  const { q, state: wanted } = values;
  const state = mailStates.find((one) => one === wanted);
  return { ...(typeof q === 'string' && { q }), ...(state && { state }) };
}
