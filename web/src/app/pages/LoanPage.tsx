import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconFileOff } from '@tabler/icons-react';
import { LoanParties } from '../../features/records/borrowers/LoanParties.tsx';
import { LoanFigures, LoanHead, LoanHolder } from '../../features/servicing/loans/LoanHead.tsx';
import { loanQuery, type LoanDetails } from '../../features/servicing/loans/loans.queries.ts';
import { LoanTags } from '../../features/distribution/tags/LoanTags.tsx';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { LoanPauses } from '../../features/collections/contact-log/PausedContacts.tsx';
import { BorrowerLoans } from '../../features/collections/work-queue/BorrowerLoans.tsx';
import { LoanWorkLine } from '../../features/collections/work-queue/LoanWorkLine.tsx';
import { borrowerLoansQuery } from '../../features/servicing/loan-account/borrower-loans-query.ts';
import { loanWorkQuery } from '../../features/servicing/loan-account/loan-work-query.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useMay } from '../../lib/session-query.ts';
import { Box } from '../../ui/layout/Box.tsx';
import { Row } from '../../ui/layout/Layout.tsx';
import { useIsPhone } from '../../ui/state/use-media.ts';
import { TagRow } from '../../ui/status/Tag.tsx';
import { useShortcut } from '../../ui/shortcut/use-shortcut.ts';
import { DetailTabs } from '../../ui/tabs/DetailTabs.tsx';
import { ApiFailure } from '../../lib/api-client.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { isOutOfReach } from '../../lib/page-load.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PageShape, TableToCome } from '../../ui/page/PageShape.tsx';
import { PinnedNote } from '../../ui/page/PinnedNote.tsx';
import { ActionsToCome } from './ActionsToCome.tsx';
import { BackTo } from './BackTo.tsx';
import { LoanActions } from './LoanActions.tsx';
import { LoanReach } from './LoanReach.tsx';
import { loanDrawers, loanTabs, useLoanAddress, type LoanDrawer } from './loan-panels.ts';
import classes from './LoanPage.module.css';

/**
 * A loan's balances, tabs and drawers; the page's URL names the open ones. If the loan moves to
 * someone else, an open form of `formDrawers` stays, so that nothing typed is lost.
 */
export function LoanPage() {
  const { t } = useTranslation('loans');
  const address = useLoanAddress();
  const query = useQuery({ ...loanQuery(address.loanId), enabled: address.loanId !== '' });
  const isMissing = isOutOfReach(query.error);
  const isHeadRead = useHeadIsRead(address.loanId);
  const loan = isMissing || !isHeadRead ? undefined : query.data;
  const formLoan = isMissing && !formDrawers.has(address.drawer) ? undefined : query.data;
  useShortcut('b', () => address.openDrawer('borrower'), {
    label: t('page.borrower'),
    enabled: loan !== undefined,
  });
  useDocumentTitle(loan?.reference);
  return (
    <>
      {address.loanId === '' || (!loan && query.error) ? (
        <LoanNotShown query={query} back={<BackLink />} />
      ) : (
        // Each loan has its own parts: an open dialog or a choice must not act on the next loan.
        <LoanContent key={address.loanId} loan={loan} address={address} />
      )}
      {formLoan &&
        loanDrawers
          .filter(({ id }) => !isMissing || id === address.drawer)
          .map(({ id, Drawer }) => (
            <Suspense key={`${formLoan.id} ${id}`}>
              <Drawer
                loan={formLoan}
                loanId={formLoan.id}
                opened={address.drawer === id}
                onClose={address.closeDrawer}
              />
            </Suspense>
          ))}
    </>
  );
}

type LoanContentProps = {
  readonly loan: LoanDetails | undefined;
  readonly address: ReturnType<typeof useLoanAddress>;
};

function LoanContent({ loan, address }: LoanContentProps) {
  const { t } = useTranslation('loans');
  const { tab } = address;
  return (
    <>
      <LoanHead
        loan={loan}
        borrowerHref={address.drawerHref('borrower')}
        back={<BackLink />}
        actions={
          loan ? <LoanActions loan={loan} onOpen={address.openDrawer} /> : <ActionsToCome isWide />
        }
      />
      <LoanFigures loan={loan} payoffHref={address.drawerHref('payoff')} />
      <LoanFacts loan={loan} address={address} />
      {loan && <PinnedNoteOf loanId={loan.id} />}
      {loan && <OtherLoansOf loanId={loan.id} />}
      {loan && <LoanPauses loan={loan} />}
      {loan ? (
        <DetailTabs
          label={t('page.tabs')}
          tabs={address.tabs.map(({ id }) => ({ id, label: t(`tab.${id}`) }))}
          selected={tab.id}
          onSelect={address.openTab}
          onIntent={prefetchTab}
        >
          <Suspense fallback={<TableToCome rows={8} />}>
            <tab.Panel loan={loan} loanId={loan.id} onOpen={address.openDrawer} />
          </Suspense>
        </DetailTabs>
      ) : (
        // The tabs appear together with the head above them, because the head's height is unknown
        // until it loads.
        <PageShape parts={['tabs', 'picture', 'table']} />
      )}
    </>
  );
}

/** The loan's holder, tags, phone, last contact and next step in one line, with the parties below. */
function LoanFacts({ loan, address }: LoanContentProps) {
  const isPhone = useIsPhone();
  const mayWork = useMay('work-loans');
  return (
    <Box flow="stack" gap={2} above={3} below={4}>
      <Box flow="row" gap={5} lines={1} className={classes.facts}>
        <LoanHolder loan={loan} historyHref={address.hrefOf('assignments')} />
        {loan && (
          <>
            <Row gap={1} className={classes.tags}>
              {/* On a phone the tags are in the page's head. */}
              {!isPhone && loan.tags.length > 0 && <TagRow tags={loan.tags} />}
              <LoanTags loan={loan} />
            </Row>
            <LoanReach loan={loan} onCall={() => address.openDrawer('contact')} />
            {mayWork && <LoanWorkLine loanId={loan.id} />}
          </>
        )}
      </Box>
      {loan && <LoanParties loan={loan} />}
    </Box>
  );
}

/**
 * The drawers that stay open if the loan moves, so that the user can send the typed values to its
 * new holder.
 */
const formDrawers: ReadonlySet<LoanDrawer | null> = new Set([
  'contact',
  'promise',
  'payment',
  'note',
]);

/**
 * Returns whether the head's separate queries have loaded or failed. The page appears only then, so
 * that nothing below moves.
 */
function useHeadIsRead(loanId: string): boolean {
  const enabled = loanId !== '';
  const work = useQuery({ ...loanWorkQuery(loanId), enabled });
  const others = useQuery({ ...borrowerLoansQuery(loanId), enabled });
  return !work.isPending && !others.isPending;
}

function OtherLoansOf({ loanId }: { loanId: string }) {
  const { data } = useQuery(borrowerLoansQuery(loanId));
  if (!data || data.count === 0) return null;
  return (
    <Box below={4}>
      <BorrowerLoans loans={data.loans} />
    </Box>
  );
}

function PinnedNoteOf({ loanId }: { loanId: string }) {
  const { data } = useQuery(loanWorkQuery(loanId));
  if (!data?.pinnedNote) return null;
  return (
    <Box below={4}>
      <PinnedNote note={data.pinnedNote} />
    </Box>
  );
}

/**
 * Prefetches a tab's code. A failure is ignored: opening the tab loads the code again and shows the
 * failure.
 */
function prefetchTab(wanted: string): void {
  void loanTabs
    .find(({ id }) => id === wanted)
    ?.load()
    .catch(() => undefined);
}

function BackLink() {
  const role = useSession()?.role;
  // Administrators cannot open this page and have no list of loans to return to.
  return role && role !== 'admin' ? <BackTo lists={paths.loanLists[role]} /> : null;
}

type LoanNotShownProps = { readonly query: UseQueryResult<LoanDetails>; readonly back: ReactNode };

/** Shown if the loan does not exist for this user or could not be loaded. */
function LoanNotShown({ query, back }: LoanNotShownProps) {
  const { t } = useTranslation('loans');
  const { error, isFetching, refetch } = query;
  if (error && !isOutOfReach(error)) {
    return (
      <>
        <PageHeader title={t('page.title')} back={back} />
        <ErrorState
          title={failureSentence(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
          requestId={error instanceof ApiFailure ? error.requestId : undefined}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader title={t('page.title')} back={back} />
      <EmptyState
        icon={<IconFileOff size={22} stroke={1.5} />}
        title={t('page.notFound')}
        hint={t('page.notFoundHint')}
      />
    </>
  );
}
