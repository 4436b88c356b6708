import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api-client.ts';

/** One cache for the session; a page asks again when the reader comes back to it. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        // A refusal stays a refusal; what the network or the server lost is worth asking again.
        retry: (failures, cause) => failures < 3 && isWorthRetrying(cause),
      },
      mutations: { retry: false },
    },
  });
}

function isWorthRetrying(cause: Error): boolean {
  if (!(cause instanceof ApiFailure)) return false;
  return cause.code === 'network_unreachable' || cause.status >= 502;
}
