import type { UseQueryResult } from '@tanstack/react-query';
import { IconFileOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoanDetails } from '../../features/loans/loans.queries.ts';
import { ApiFailure } from '../../lib/api-client.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';

type LoanNotShownProps = { readonly query: UseQueryResult<LoanDetails>; readonly back: ReactNode };

/** Instead of a loan: there is none for this reader, or it could not be read. */
export function LoanNotShown({ query, back }: LoanNotShownProps) {
  const { t } = useTranslation('loans');
  const { error, isFetching, refetch } = query;
  if (error && !isMissing(error)) {
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

/** A loan outside the reader’s scope does not exist for them; nor does one whose address is garbled. */
function isMissing(error: Error): boolean {
  return (
    error instanceof ApiFailure && (error.code === 'not_found' || error.code === 'invalid_request')
  );
}
