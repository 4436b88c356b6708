import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { useDisplaySettings } from '../lib/display-settings.ts';
import { MantineLook } from '../ui/theme/MantineLook.tsx';
import { useColorScheme } from './document-look.ts';

/** What Mantine's components need around them, in the reader's colours and direction. */
export function Kit({ children }: { children: ReactNode }) {
  const colorScheme = useColorScheme();
  const { rtlClass } = useDisplaySettings();
  return (
    <MantineLook colorScheme={colorScheme} direction={rtlClass}>
      {children}
    </MantineLook>
  );
}

/** The same around a whole page. */
export function KitLayout() {
  return (
    <Kit>
      <Outlet />
    </Kit>
  );
}
