import i18next from 'i18next';
import type { ComponentProps } from 'react';

/**
 * Loads the set-up steps and the offer of demo data. This file is separate, because it imports
 * everything that they need, and most dashboards need neither.
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
