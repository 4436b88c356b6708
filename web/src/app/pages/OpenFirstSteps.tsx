import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { lazy, Suspense, type ComponentProps } from 'react';
import { firstStepsQuery } from '../../features/control/first-steps/first-steps-query.ts';

/** The set-up steps load only while some that are needed are open. */
export function OpenFirstSteps() {
  const { data } = useQuery(firstStepsQuery);
  if (!data?.steps.some(({ isDone, isOptional }) => !isDone && !isOptional)) return null;
  return (
    <Suspense>
      <FirstSteps steps={data.steps} />
    </Suspense>
  );
}

const FirstSteps = lazy(async () => {
  const [{ FirstSteps: Loaded }, { OpenDemoData }] = await Promise.all([
    import('../../features/control/first-steps/FirstSteps.tsx'),
    import('./OpenDemoData.tsx'),
    i18next.loadNamespaces('first-steps'),
  ]);
  return {
    default: ({ steps }: Pick<ComponentProps<typeof Loaded>, 'steps'>) => (
      <Loaded steps={steps} further={<OpenDemoData />} />
    ),
  };
});
