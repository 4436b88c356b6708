import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { firstStepsQuery } from '../../features/control/first-steps/first-steps-query.ts';
import { partToCome } from '../../ui/page/Skeleton.tsx';

/**
 * The set-up steps load only while a required step is open. The content below waits for the steps,
 * because their height is unknown until then.
 */
export function OpenFirstSteps({ children }: { readonly children: ReactNode }) {
  const { data, isPending } = useQuery(firstStepsQuery);
  if (isPending) return partToCome;
  const hasOpen = data?.steps.some(({ isDone, isOptional }) => !isDone && !isOptional);
  return (
    <Suspense fallback={partToCome}>
      {data && hasOpen && <FirstSteps steps={data.steps} />}
      {children}
    </Suspense>
  );
}

const FirstSteps = lazy(async () => (await import('./load-first-steps.tsx')).loadFirstSteps());
