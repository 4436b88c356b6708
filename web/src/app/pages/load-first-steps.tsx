import i18next from 'i18next';
import type { ComponentProps } from 'react';

/**
 * Loads the set-up steps and the offer of demo data. A separate file, because it imports all files
 * that they need, and most dashboards need none of them.
 */
export async function loadFirstSteps() {
  const [{ FirstSteps }, { OpenDemoData }] = await Promise.all([
    import('../../features/control/first-steps/FirstSteps.tsx'),
    import('./OpenDemoData.tsx'),
    i18next.loadNamespaces('first-steps'),
  ]);
  return {
    default: ({ steps }: Pick<ComponentProps<typeof FirstSteps>, 'steps'>) => (
      <FirstSteps steps={steps} further={<OpenDemoData />} />
    ),
  };
}
