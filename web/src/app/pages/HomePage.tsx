import { lazy, Suspense } from 'react';
import { DashboardPage } from '../../features/dashboard/DashboardPage.tsx';
import { QueueSkeleton } from '../../features/work/QueueSkeleton.tsx';
import { useMay } from '../../lib/use-may.ts';
import { useSession } from '../../lib/session.ts';
import { lazyInKit } from '../lazy-in-kit.tsx';

/**
 * `/`: an agent comes to the day's work first and finds the book's figures below it; whoever
 * follows the work of others finds it below the figures.
 */
export function HomePage() {
  const role = useSession()?.role;
  const mayFollow = useMay('follow-work');
  if (role === 'agent') {
    return (
      <DashboardPage
        first={
          <Suspense fallback={<QueueSkeleton />}>
            <AgentWork />
          </Suspense>
        }
      />
    );
  }
  return (
    <DashboardPage
      last={
        mayFollow && (
          <Suspense>
            <TodaysPromises />
            <TeamDesk />
          </Suspense>
        )
      }
    />
  );
}

const AgentWork = lazyInKit(async () => (await import('./AgentWork.tsx')).AgentWork);
const TodaysPromises = lazy(async () => ({
  default: (await import('./TodaysPromises.tsx')).TodaysPromises,
}));
const TeamDesk = lazyInKit(async () => (await import('../../features/work/TeamDesk.tsx')).TeamDesk);
