import { mailStates } from '@bursar/contracts/choices';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter, FilterValues } from '../../ui/filters/filter-values.ts';
import { defaultTableState, useListAddress } from '../../ui/table/table-state.ts';
import { mailListQuery, type MailFilter } from './mails.queries.ts';

/** The list’s question and the mail that is open, kept in the address, and the server’s answer. */
export function useMailList() {
  const { t } = useTranslation('mails');
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
  const address = useListAddress(filters, defaultTableState);
  const { search, setSearch } = address;
  const query = useInfiniteQuery(mailListQuery(mailFilterOf(address.values)));
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  return {
    address,
    query,
    rows,
    latest: query.data?.pages.at(-1),
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

function mailFilterOf(values: FilterValues): MailFilter {
  const { q, state: wanted } = values;
  const state = mailStates.find((one) => one === wanted);
  return { ...(typeof q === 'string' && { q }), ...(state && { state }) };
}
