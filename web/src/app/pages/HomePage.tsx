import { lazy, Suspense } from 'react';
import { DashboardPage } from '../../features/dashboard/DashboardPage.tsx';
import { useSession } from '../../lib/session.ts';
import { QueueSkeleton } from '../../features/work/QueueSkeleton.tsx';

/** `/`: an agent comes to the day's work first, and finds the book's figures below it. */
export function HomePage() {
  const role = useSession()?.role;
  if (role !== 'agent') return <DashboardPage />;
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

const AgentWork = lazy(async () => ({ default: (await import('./AgentWork.tsx')).AgentWork }));
