import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFramesQueryClient } from '../../lib/query-client.ts';
import { SessionFormat } from './SessionFormat.tsx';

/** What every framed page may count on: the cache of the server's answers, the formats. */
export function ShellProviders({ children }: { children: ReactNode }) {
  const queryClient = useFramesQueryClient();
  return (
    <QueryClientProvider client={queryClient}>
      <SessionFormat>{children}</SessionFormat>
    </QueryClientProvider>
  );
}
