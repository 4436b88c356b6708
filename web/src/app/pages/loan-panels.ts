import { lazy, useLayoutEffect, useRef, type ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { LoanSchedule } from '../../features/servicing/loans/LoanSchedule.tsx';
import type { LoanDetails } from '../../features/servicing/loans/loans.queries.ts';
import { useMay } from '../../lib/session-query.ts';
import { overlayOnDemand } from '../../ui/state/on-demand.ts';
import { PostPaymentDrawer } from '../../features/servicing/payments/PostPaymentDrawer.tsx';

/** The props of a tab or drawer; a feature that knows no loans uses only the id. */
type PartProps = { readonly loan: LoanDetails; readonly loanId: string };
type TabProps = PartProps & { readonly onOpen: (drawer: LoanDrawer) => void };
type DrawerProps = PartProps & { readonly opened: boolean; readonly onClose: () => void };

/**
 * The tabs of a loan's page in order; the id is the `tab` in the address. To add one, add a line
 * here and its text `tab.*` in `loans.json`. All but the first load on demand.
 */
export const loanTabs = [
  { id: 'schedule', Panel: LoanSchedule, load: () => Promise.resolve() },
  tab(
    'payments',
    async () => (await import('../../features/servicing/payments/PaymentList.tsx')).PaymentList,
  ),
  tab(
    'charges',
    async () => (await import('../../features/servicing/charges/ChargeList.tsx')).ChargeList,
  ),
  tab(
    'activity',
    async () => (await import('../../features/servicing/loans/LoanActivity.tsx')).LoanActivity,
  ),
  tab(
    'contacts',
    async () => (await import('../../features/collections/contact-log/ContactLog.tsx')).ContactLog,
  ),
  tab(
    'notes',
    async () =>
      (await import('../../features/records/loan-notes/LoanNotesPanel.tsx')).LoanNotesPanel,
  ),
  tab(
    'documents',
    async () =>
      (await import('../../features/records/documents/DocumentsPanel.tsx')).DocumentsPanel,
  ),
  tab(
    'assignments',
    async () =>
      (await import('../../features/distribution/assignments/AssignmentHistory.tsx'))
        .AssignmentHistory,
  ),
  tab(
    'ledger',
    async () => (await import('../../features/servicing/loans/LoanLedger.tsx')).LoanLedger,
  ),
  tab('audit', async () => (await import('../../features/control/audit/LoanAudit.tsx')).LoanAudit),
  tab(
    'terms',
    async () => (await import('../../features/servicing/loans/LoanTerms.tsx')).LoanTerms,
  ),
] as const;
type LoanTab = (typeof loanTabs)[number]['id'];

/**
 * The drawers of a loan's page; the id is the `panel` in the address. To add one, add a line here.
 */
export const loanDrawers = [
  drawer('payment', PostPaymentDrawer),
  lazyDrawer(
    'payoff',
    async () => (await import('../../features/servicing/payments/PayoffDrawer.tsx')).PayoffDrawer,
  ),
  lazyDrawer(
    'reschedule',
    async () =>
      (await import('../../features/servicing/reschedules/RescheduleDrawer.tsx')).RescheduleDrawer,
  ),
  lazyDrawer(
    'plan',
    async () =>
      (await import('../../features/servicing/reschedules/RequestPlanDrawer.tsx'))
        .RequestPlanDrawer,
  ),
  lazyDrawer(
    'requested-plan',
    async () =>
      (await import('../../features/servicing/reschedules/RequestedPlanDrawer.tsx'))
        .RequestedPlanDrawer,
  ),
  lazyDrawer('contact', async () => (await import('./CallForms.tsx')).LoanCall),
  lazyDrawer(
    'promise',
    async () =>
      (await import('../../features/collections/contact-log/MakePromiseDrawer.tsx'))
        .MakePromiseDrawer,
  ),
  lazyDrawer(
    'settlement',
    async () =>
      (await import('../../features/collections/contact-log/SettlementDrawer.tsx'))
        .SettlementDrawer,
  ),
  lazyDrawer(
    'next-action',
    async () =>
      (await import('../../features/collections/work-queue/NextActionDialog.tsx')).NextActionDialog,
  ),
  lazyDrawer(
    'snooze',
    async () =>
      (await import('../../features/collections/work-queue/SnoozeDialog.tsx')).SnoozeDialog,
  ),
  lazyDrawer(
    'borrower',
    async () =>
      (await import('../../features/records/borrowers/BorrowerDrawer.tsx')).BorrowerDrawer,
  ),
  lazyDrawer(
    'note',
    async () =>
      (await import('../../features/records/loan-notes/WriteLoanNoteDialog.tsx'))
        .WriteLoanNoteDialog,
  ),
] as const;
export type LoanDrawer = (typeof loanDrawers)[number]['id'];

function tab<const Id extends string>(id: Id, load: () => Promise<ComponentType<TabProps>>) {
  return { id, load, Panel: lazy(async () => ({ default: await load() })) };
}

function drawer<const Id extends string>(id: Id, Drawer: ComponentType<DrawerProps>) {
  return { id, Drawer };
}

/**
 * Creates a drawer whose code starts to load when the loan is shown, usually before the user opens
 * the drawer.
 */
function lazyDrawer<const Id extends string>(
  id: Id,
  load: () => Promise<ComponentType<DrawerProps>>,
) {
  return drawer(id, overlayOnDemand(load));
}

/** Reads and writes a loan's address: `?id=…&tab=ledger&panel=payment`. */
export function useLoanAddress() {
  const mayAudit = useMay('read-audit');
  const [search, setSearch] = useSearchParams();
  const current = useRef(search);
  useLayoutEffect(() => {
    current.current = search;
  }, [search]);
  const withParameter = (name: string, value: string | null, from = search) => {
    const next = new URLSearchParams(from);
    if (value === null) next.delete(name);
    else next.set(name, value);
    return next;
  };
  const tabs = loanTabs.filter(({ id }) => id !== 'audit' || mayAudit);
  const [first] = loanTabs;
  const withTab = (id: LoanTab) => withParameter('tab', id === first.id ? null : id);
  return {
    loanId: search.get('id') ?? '',
    tabs,
    tab: tabs.find(({ id }) => id === search.get('tab')) ?? first,
    drawer: loanDrawers.find(({ id }) => id === search.get('panel'))?.id ?? null,
    openTab: (id: LoanTab) => setSearch(withTab(id), quietly),
    hrefOf: (id: LoanTab) => `?${withTab(id).toString()}`,
    drawerHref: (id: LoanDrawer) => `?${withParameter('panel', id).toString()}`,
    openDrawer: (id: LoanDrawer) => setSearch(withParameter('panel', id), quietly),
    closeDrawer: () => {
      // A form closes its drawer when the answer arrives; the address may have changed since it was
      // sent.
      const next = withParameter('panel', null, current.current);
      // The `request` parameter belongs to the drawer that closes.
      next.delete('request');
      setSearch(next, quietly);
    },
  };
}

/** Replaces the history entry, so that the back button opens the list, and does not scroll. */
const quietly = { replace: true, preventScrollReset: true } as const;
