import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useDisplaySettings } from '../../lib/display-settings.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { MantineLook } from '../../ui/theme/MantineLook.tsx';
import { useColorScheme } from '../document-look.ts';
import { SessionFormat } from './SessionFormat.tsx';

/** What every framed page may count on: the look, the cache of the server's answers, the formats. */
export function ShellProviders({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const colorScheme = useColorScheme();
  const { rtlClass } = useDisplaySettings();
  return (
    <MantineLook colorScheme={colorScheme} direction={rtlClass}>
      <QueryClientProvider client={queryClient}>
        <SessionFormat>{children}</SessionFormat>
      </QueryClientProvider>
    </MantineLook>
  );
}
