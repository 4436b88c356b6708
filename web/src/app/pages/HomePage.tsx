import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { type ComponentType, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { DashboardPage } from '../../features/reporting/dashboard/DashboardPage.tsx';
import { dashboardQuery } from '../../features/reporting/dashboard/dashboard.queries.ts';
import { QueueSkeleton } from '../../features/collections/work-queue/QueueSkeleton.tsx';
import { deskQuery } from '../../features/collections/work-queue/desk.queries.ts';
import { queueQuery } from '../../features/collections/work-queue/work-queue.queries.ts';
import { queryClientAhead } from '../../lib/query-client.ts';
import { isPageRendered } from '../../lib/rendered-page.ts';
import { sessionQuery, useMay } from '../../lib/session-query.ts';
import { readSession, useSession } from '../../lib/session.ts';
import { partToCome, Skeleton } from '../../ui/page/Skeleton.tsx';
import { untilFirstAnswer } from '../first-answer.ts';
import { lazyInKit } from '../lazy-in-kit.tsx';

/**
 * Waits for the session and the data that the page shows first, so that the first visit renders
 * once. A server-rendered page is already visible, so in that case the wait has no limit.
 */
export async function openHome(): Promise<ComponentType> {
  const ahead = queryClientAhead();
  if (ahead) {
    const parts = Promise.all([prefetchFigures(ahead), prefetchWork(ahead)]);
    await (isPageRendered() ? parts : untilFirstAnswer(parts));
  }
  return HomePage;
}

async function prefetchFigures(ahead: QueryClient): Promise<void> {
  await Promise.all([ahead.prefetchQuery(sessionQuery), ahead.prefetchQuery(dashboardQuery)]);
}

/**
 * Loads the work of agents and desks, which is above the figures. If its code cannot load, the page
 * shows the failure when it draws that part.
 */
async function prefetchWork(ahead: QueryClient): Promise<void> {
  const role = readSession()?.role;
  if (role === 'agent') {
    // An address with a query may name another queue.
    const queue = location.search === '' ? ahead.prefetchQuery(queueQuery(null)) : undefined;
    await Promise.allSettled([AgentWork.load(), queue, i18next.loadNamespaces('contact-log')]);
  } else if (role === 'team') {
    await Promise.allSettled([TeamDesk.load(), prefetchDesk(ahead)]);
  }
}

async function prefetchDesk(ahead: QueryClient): Promise<void> {
  await ahead.prefetchQuery(sessionQuery);
  const session = ahead.getQueryData(sessionQuery.queryKey);
  if (session?.permissions.includes('follow-work')) await ahead.prefetchQuery(deskQuery);
}

/**
 * `/`: agents see their day's work first and desks their agents' work, with the portfolio's figures
 * below. A desk then sees the loans that need a decision, and last what it only reads. A manager
 * sees the figures first, and below them the open steps of the set-up, new applications and the
 * agents' work.
 */
function HomePage() {
  const role = useSession()?.role;
  const { t } = useTranslation('work-queue');
  const mayFollow = useMay('follow-work');
  const mayReadPipeline = useMay('read-applications');
  if (role === 'agent') {
    return (
      <DashboardPage
        title={t('queue.today')}
        first={
          <Suspense fallback={<QueueSkeleton />}>
            <AgentWork />
          </Suspense>
        }
      />
    );
  }
  if (role === 'team' && mayFollow) {
    return (
      <DashboardPage
        first={
          <Suspense fallback={<Skeleton height="16rem" />}>
            <TeamDesk />
          </Suspense>
        }
        work={
          <Suspense fallback={partToCome}>
            <TodaysPromises />
          </Suspense>
        }
      />
    );
  }
  return (
    <DashboardPage
      last={
        <Suspense fallback={partToCome}>
          <OpenFirstSteps>
            {mayReadPipeline && (
              <Suspense fallback={partToCome}>
                <Pipeline />
              </Suspense>
            )}
            {mayFollow && (
              <Suspense fallback={partToCome}>
                <TeamDesk />
                <TodaysPromises />
              </Suspense>
            )}
          </OpenFirstSteps>
        </Suspense>
      }
    />
  );
}

const OpenFirstSteps = lazyInKit(async () => (await import('./OpenFirstSteps.tsx')).OpenFirstSteps);
const AgentWork = lazyInKit(async () => (await import('./AgentWork.tsx')).AgentWork);
const TodaysPromises = lazyInKit(async () => (await import('./desk-parts.ts')).TodaysPromises);
const Pipeline = lazyInKit(
  async () => (await import('../../features/intake/applications/Pipeline.tsx')).Pipeline,
);
const TeamDesk = lazyInKit(async () => (await import('./desk-parts.ts')).TeamDesk);
