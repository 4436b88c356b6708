import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ApiFailure } from '../../../lib/api-client.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { sessionQuery } from '../../../lib/session-query.ts';
import type { SessionFacts } from '../../../lib/session-query.ts';
import { useSession } from '../../../lib/session.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Reserved } from '../../../ui/page/Reserved.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { incomeQuery } from './income.queries.ts';
import { daysShown, incomeViewFromSearch, incomeViewToSearch } from './income-range.ts';
import { IncomeFilters } from './IncomeFilters.tsx';
import { IncomeReport } from './IncomeReport.tsx';
import classes from './Income.module.css';

/**
 * `/chart`, `/agentgraph` and `/agentchart`: income by period and earner, compared with the
 * previous range.
 */
export function IncomePage() {
  const { t } = useTranslation('income');
  const { data: session, error, refetch, isFetching } = useQuery(sessionQuery);
  if (session) return <IncomeOfSession session={session} />;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={error ? t('description.loading') : <DescriptionToCome />}
      />
      {error ? (
        <ErrorState
          title={failureSentence(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </>
  );
}

/** Reserves the lines of the description; its currency and its days are about as long as these. */
function DescriptionToCome() {
  const { t } = useTranslation('income');
  const format = useFormat();
  const role = useSession()?.role ?? 'user';
  const [search] = useSearchParams();
  const businessDate = new Date().toISOString().slice(0, 10);
  const view = incomeViewFromSearch(search);
  const { from, to } = daysShown(view, { businessDate, fiscalYearMonth: 1 });
  const days = format.days(from, to);
  return (
    <Reserved>
      {t(`description.${role}`, { days, currency: 'USD' })}{' '}
      <span className={classes.compared}>{t('compared', { days })}</span>
    </Reserved>
  );
}

function IncomeOfSession({ session }: { session: SessionFacts }) {
  const { t } = useTranslation('income');
  const format = useFormat();
  const [search, setSearch] = useSearchParams();
  const view = incomeViewFromSearch(search);
  // Every user who can open an income page has a portfolio, so the default value is never shown.
  const calendar = session.portfolio ?? { businessDate: '', fiscalYearMonth: 1 };
  const days = daysShown(view, calendar);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(incomeQuery(days, view));
  const compared = (from: string, to: string) => t('compared', { days: format.days(from, to) });
  const rangeProblem = isAboutRange(error) ? failureSentence(error) : undefined;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={
          <>
            {t(`description.${session.role}`, {
              days: format.days(days.from, days.to),
              currency: session.portfolio?.currency,
            })}{' '}
            <span className={classes.compared}>
              {data ? (
                compared(data.previousFrom, data.previousTo)
              ) : (
                // Reserves the space: the text of the previous range is about as long as this one.
                <Reserved>{compared(days.from, days.to)}</Reserved>
              )}
            </span>
          </>
        }
      />
      <Stack gap={6}>
        <IncomeFilters
          view={view}
          days={days}
          role={session.role}
          isCalendarYear={calendar.fiscalYearMonth === 1}
          problem={rangeProblem}
          onChange={(next) =>
            setSearch((now) => incomeViewToSearch(next, now), { preventScrollReset: true })
          }
        />
        {rangeProblem && !data ? null : error && !rangeProblem ? (
          <ErrorState
            title={failureSentence(error)}
            onRetry={() => void refetch()}
            retrying={isFetching}
            requestId={error instanceof ApiFailure ? error.requestId : undefined}
          />
        ) : (
          <IncomeReport
            income={data}
            days={days}
            businessDate={calendar.businessDate}
            view={view}
            role={session.role}
            isStale={isPlaceholderData || rangeProblem !== undefined}
          />
        )}
      </Stack>
    </>
  );
}

/**
 * Returns true if the error is about the range: it is then shown next to the days, and the chart
 * stays visible.
 */
function isAboutRange(error: Error | null): boolean {
  return error instanceof ApiFailure && error.code.startsWith('range_');
}
