import { useSearchParams } from 'react-router';
import { loanDrawers, loanTabs } from './loan-panels.ts';
import type { LoanDrawer, LoanTab } from './loan-panels.ts';

/** What a loan's address says: `?id=…&tab=ledger&panel=payment`. */
export function useLoanAddress() {
  const [search, setSearch] = useSearchParams();
  const withParameter = (name: string, value: string | null) => {
    const next = new URLSearchParams(search);
    if (value === null) next.delete(name);
    else next.set(name, value);
    return next;
  };
  const [first] = loanTabs;
  const withTab = (id: LoanTab) => withParameter('tab', id === first.id ? null : id);
  return {
    loanId: search.get('id') ?? '',
    tab: loanTabs.find(({ id }) => id === search.get('tab')) ?? first,
    drawer: loanDrawers.find(({ id }) => id === search.get('panel'))?.id ?? null,
    openTab: (id: LoanTab) => setSearch(withTab(id), quietly),
    hrefOf: (id: LoanTab) => `?${withTab(id).toString()}`,
    drawerHref: (id: LoanDrawer) => `?${withParameter('panel', id).toString()}`,
    openDrawer: (id: LoanDrawer) => setSearch(withParameter('panel', id), quietly),
    closeDrawer: () => setSearch(withParameter('panel', null), quietly),
  };
}

/** The list stays one step back, and the page where it was scrolled to. */
const quietly = { replace: true, preventScrollReset: true } as const;
