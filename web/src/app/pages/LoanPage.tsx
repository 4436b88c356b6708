import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { AssignmentHistory } from '../../features/assignments/AssignmentHistory.tsx';
import { LoanFigures } from '../../features/loans/LoanFigures.tsx';
import { LoanHead } from '../../features/loans/LoanHead.tsx';
import { LoanHolder } from '../../features/loans/LoanHolder.tsx';
import { LoanLedger } from '../../features/loans/LoanLedger.tsx';
import { LoanSchedule } from '../../features/loans/LoanSchedule.tsx';
import { LoanTerms } from '../../features/loans/LoanTerms.tsx';
import { loanQuery } from '../../features/loans/loans.queries.ts';
import type { LoanDetails } from '../../features/loans/loans.queries.ts';
import { loanTabs } from '../../features/loans/loan-tabs.ts';
import type { LoanTab } from '../../features/loans/loan-tabs.ts';
import { PaymentList } from '../../features/payments/PaymentList.tsx';
import { PostPaymentDrawer } from '../../features/payments/PostPaymentDrawer.tsx';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { DetailTabs } from '../../ui/tabs/DetailTabs.tsx';
import { LoanActions } from './LoanActions.tsx';
import { LoanNotShown } from './LoanNotShown.tsx';

/** A loan: what it owes, its parts as tabs, and paying it. Tab and open panel are in the address. */
export function LoanPage() {
  const { t } = useTranslation('loans');
  const address = useLoanAddress();
  const query = useQuery({ ...loanQuery(address.loanId), enabled: address.loanId !== '' });
  const loan = query.data;
  useDocumentTitle(loan?.reference);
  if (address.loanId === '' || (!loan && query.error)) {
    return <LoanNotShown query={query} back={<BackLink />} />;
  }
  return (
    <>
      <LoanHead
        loan={loan}
        back={<BackLink />}
        actions={loan && <LoanActions loan={loan} onPay={address.openPayment} />}
      />
      <LoanFigures loan={loan} />
      <LoanHolder loan={loan} historyHref={address.hrefOf('assignments')} />
      <DetailTabs
        label={t('page.tabs')}
        tabs={loanTabs.map((id) => ({ id, label: t(`tab.${id}`) }))}
        selected={address.tab}
        onSelect={address.openTab}
      >
        {loan ? <LoanPart tab={address.tab} loan={loan} /> : <SkeletonLines lines={8} />}
      </DetailTabs>
      {loan && (
        <PostPaymentDrawer loan={loan} opened={address.isPaying} onClose={address.closePayment} />
      )}
    </>
  );
}

function LoanPart({ tab, loan }: { tab: LoanTab; loan: LoanDetails }) {
  switch (tab) {
    case 'schedule':
      return <LoanSchedule loan={loan} />;
    case 'payments':
      return <PaymentList loanId={loan.id} />;
    case 'assignments':
      return <AssignmentHistory loanId={loan.id} />;
    case 'ledger':
      return <LoanLedger loanId={loan.id} />;
    case 'terms':
      return <LoanTerms loan={loan} />;
  }
}

function BackLink() {
  const { t } = useTranslation('loans');
  const role = useSession()?.role;
  // The page is not for administrators, who have no list of loans to go back to.
  return role && role !== 'admin' ? <Link to={paths.allLoans[role]}>{t('page.back')}</Link> : null;
}

/** What the address says: `?id=…&tab=ledger&panel=payment`. */
function useLoanAddress() {
  const [search, setSearch] = useSearchParams();
  const tab = loanTabs.find((one) => one === search.get('tab')) ?? 'schedule';
  const withParameter = (name: string, value: string | null) => {
    const next = new URLSearchParams(search);
    if (value === null) next.delete(name);
    else next.set(name, value);
    return next;
  };
  const withTab = (id: LoanTab) => withParameter('tab', id === 'schedule' ? null : id);
  return {
    loanId: search.get('id') ?? '',
    tab,
    isPaying: search.get('panel') === 'payment',
    openTab: (id: LoanTab) => setSearch(withTab(id), quietly),
    hrefOf: (id: LoanTab) => `?${withTab(id).toString()}`,
    openPayment: () => setSearch(withParameter('panel', 'payment'), quietly),
    closePayment: () => setSearch(withParameter('panel', null), quietly),
  };
}

/** The list stays one step back, and the page where it was scrolled to. */
const quietly = { replace: true, preventScrollReset: true } as const;
