import i18next from 'i18next';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { ContactsPage as Contacts } from '../../features/acquaintances/ContactsPage.tsx';
import { LoanStatusBadge } from '../../features/loans/LoanLabels.tsx';
import { DocumentsOfBorrower } from '../../features/documents/DocumentsOfBorrower.tsx';
import { useMay } from '../../lib/session-query.ts';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';

/** Whom the reader can reach, or the borrower that the address names; the list’s filters stay in it. */
export function ContactsPage() {
  const { t } = useTranslation('acquaintances');
  const [search] = useSearchParams();
  const mayRead = useMay('read-loans');
  const borrowerId = search.get('id');
  if (borrowerId === null || !mayRead) {
    return (
      <Contacts
        borrowers={
          <Suspense fallback={<SkeletonLines lines={8} />}>
            <BorrowerList
              importing={
                <Suspense>
                  <ImportBorrowers />
                </Suspense>
              }
            />
          </Suspense>
        }
      />
    );
  }
  const list = new URLSearchParams(search);
  list.delete('id');
  list.delete('from');
  list.delete('merge');
  return (
    <Suspense fallback={<SkeletonLines lines={8} />}>
      <BorrowerPage
        borrowerId={borrowerId}
        back={<Link to={`?${list.toString()}`}>{t('people.borrowers')}</Link>}
        statusOf={(status) => <LoanStatusBadge status={status} />}
        documents={<DocumentsOfBorrower borrowerId={borrowerId} />}
      />
    </Suspense>
  );
}

const BorrowerList = lazy(async () => {
  const [{ BorrowerList: List }] = await Promise.all([
    import('../../features/borrowers/BorrowerList.tsx'),
    i18next.loadNamespaces(['borrowers', 'facts']),
  ]);
  return { default: List };
});

const ImportBorrowers = lazy(async () => {
  const [{ ImportBorrowers: Import }] = await Promise.all([
    import('../../features/imports/ImportBorrowers.tsx'),
    i18next.loadNamespaces('imports'),
  ]);
  return { default: Import };
});

const BorrowerPage = lazy(async () => {
  const [{ BorrowerPage: Page }] = await Promise.all([
    import('../../features/borrowers/BorrowerPage.tsx'),
    i18next.loadNamespaces(['borrowers', 'facts', 'contacts', 'loans', 'documents']),
  ]);
  return { default: Page };
});
