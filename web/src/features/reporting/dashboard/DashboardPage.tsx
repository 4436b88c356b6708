import type { Role } from '@bursar/contracts/roles';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../../lib/api-client.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { useSession } from '../../../lib/session.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { AfterPaint } from '../../../ui/page/AfterPaint.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { BookOverview } from './BookOverview.tsx';
import { dashboardQuery, type Dashboard } from './dashboard.queries.ts';
import { LatestPayments } from './LatestPayments.tsx';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { FileImportIcon } from '../../../ui/icon/FileImportIcon.tsx';
import { partToCome, Skeleton } from '../../../ui/page/Skeleton.tsx';
import { StatStrip, StatTile } from '../../../ui/page/StatTile.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import classes from './Dashboard.module.css';

type DashboardPageProps = {
  /** The title of a page that starts with other content than the book. */
  readonly title?: string;
  /** Content before the figures. */
  readonly first?: ReactNode;
  /** Work that loads on its own, between the figures and the charts. */
  readonly work?: ReactNode;
  /** Content below the figures; above them while the book has no loans. */
  readonly last?: ReactNode;
};

export function DashboardPage({ title, first, work, last }: DashboardPageProps) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const role = useSession()?.role ?? 'user';
  const { data, error, isFetching, refetch } = useQuery(dashboardQuery);
  const describe = ({ books, businessDate }: Dashboard) => {
    const day = format.day(businessDate, 'long');
    const currency = books.length === 1 ? books[0]?.currency : undefined;
    return currency ? t(`scope.in.${role}`, { day, currency }) : t(`scope.${role}`, { day });
  };
  const used = data?.books.filter(isUsed);
  const rest = used && <AfterPaint fallback={partToCome}>{last}</AfterPaint>;
  return (
    <>
      <PageHeader
        title={title ?? t('title')}
        description={data ? describe(data) : t('scope.loading')}
      />
      <Stack gap={6}>
        {first && <div className={classes.first}>{first}</div>}
        {/* A book without loans shows the set-up steps first. */}
        {used?.length === 0 && rest}
        {data && used ? (
          <Books dashboard={data} used={used} role={role} work={work} />
        ) : error ? (
          <ErrorState
            title={failureSentence(error)}
            safe={t('error.safe')}
            onRetry={() => void refetch()}
            retrying={isFetching}
            requestId={error instanceof ApiFailure ? error.requestId : undefined}
          />
        ) : (
          <DashboardSkeleton />
        )}
        {used?.length !== 0 && rest}
      </Stack>
    </>
  );
}

type Book = Dashboard['books'][number];

const isUsed = ({ activeLoans, collections }: Book): boolean =>
  activeLoans > 0 || collections.some(({ collectedMinor }) => collectedMinor !== 0);

type BooksProps = { dashboard: Dashboard; used: readonly Book[]; role: Role; work: ReactNode };

function Books({ dashboard, used, role, work }: BooksProps) {
  const { businessDate, compared, latestPayments } = dashboard;
  if (used.length === 0) return <NoLoansYet role={role} />;
  return (
    <>
      {used.map((book) => (
        <BookOverview
          key={book.currency}
          book={book}
          businessDate={businessDate}
          compared={compared}
          role={role}
          isOneOfSeveral={used.length > 1}
          // The work is about all currencies.
          work={book === used[0] && work}
        />
      ))}
      <LatestPayments
        payments={latestPayments}
        canOpenLoans={role !== 'admin'}
        withCurrency={dashboard.books.length > 1}
      />
    </>
  );
}

/**
 * Shown for a book without loans, with the next step for the user: only a portfolio's manager can
 * add loans.
 */
function NoLoansYet({ role }: { role: Role }) {
  const { t } = useTranslation('dashboard');
  return (
    <EmptyState
      icon={<FileImportIcon size={22} stroke={1.5} />}
      title={t(`empty.title.${role}`)}
      hint={t(`empty.hint.${role}`)}
      action={
        role === 'user' && (
          <ButtonLink kind="primary" to={paths.importTape()}>
            {t('empty.importTape')}
          </ButtonLink>
        )
      }
    />
  );
}

/** Placeholders in the size of the figures. */
function DashboardSkeleton() {
  const { t } = useTranslation('dashboard');
  const labels = ['outstanding', 'collected', 'income', 'disbursed'] as const;
  return (
    <Stack gap={6} aria-busy="true">
      <StatStrip label={t('figures')}>
        {labels.map((label) => (
          <StatTile key={label} label={t(label)} value="" loading />
        ))}
      </StatStrip>
      <Stack gap={6} className={classes.halves}>
        <Skeleton height="20.5rem" />
        <Skeleton height="20.5rem" />
      </Stack>
    </Stack>
  );
}
