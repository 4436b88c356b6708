import i18next from 'i18next';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { ContactsPage as Contacts } from '../../features/office/external-contacts/ContactsPage.tsx';
import { LoanStatusBadge } from '../../features/servicing/loans/LoanLabels.tsx';
import { DocumentsOfBorrower } from '../../features/records/documents/DocumentsOfBorrower.tsx';
import { useMay } from '../../lib/session-query.ts';
import { PageShape, TableToCome } from '../../ui/page/PageShape.tsx';
import { ActionsToCome } from './ActionsToCome.tsx';

/**
 * The contacts list, or the borrower that the address names; the list’s filters stay in the
 * address.
 */
export function ContactsPage() {
  const { t } = useTranslation('external-contacts');
  const [search] = useSearchParams();
  const mayRead = useMay('read-loans');
  const borrowerId = search.get('id');
  if (borrowerId === null || !mayRead) {
    return (
      <Contacts
        borrowers={
          <Suspense fallback={<TableToCome />}>
            <BorrowerList />
          </Suspense>
        }
        borrowerActions={
          <Suspense fallback={<ActionsToCome />}>
            <BorrowerActions />
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
    <Suspense fallback={<PageShape parts={['facts', 'table']} />}>
      <BorrowerPage
        key={borrowerId}
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
    import('../../features/records/borrowers/BorrowerList.tsx'),
    i18next.loadNamespaces(['borrowers', 'facts']),
  ]);
  return { default: List };
});

/** The actions to create, import and merge borrowers. */
const BorrowerActions = lazy(async () => {
  const [{ DuplicateBorrowers }, { ImportBorrowers }, { NewBorrower }] = await Promise.all([
    import('../../features/records/borrowers/DuplicateBorrowers.tsx'),
    import('../../features/intake/imports/ImportBorrowers.tsx'),
    import('../../features/records/borrowers/NewBorrower.tsx'),
    i18next.loadNamespaces(['borrowers', 'facts', 'imports']),
  ]);
  const Actions = () => (
    <>
      <DuplicateBorrowers />
      <ImportBorrowers />
      <NewBorrower />
    </>
  );
  return { default: Actions };
});

const BorrowerPage = lazy(async () => {
  const [{ BorrowerPage: Page }] = await Promise.all([
    import('../../features/records/borrowers/BorrowerPage.tsx'),
    i18next.loadNamespaces(['borrowers', 'facts', 'contact-log', 'loans', 'documents']),
  ]);
  return { default: Page };
});
