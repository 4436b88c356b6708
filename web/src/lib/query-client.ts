import { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiFailure } from './api-client.ts';
import { bindPageToAccount, readSession } from './session.ts';

/** Creates a session's query cache. Stale queries refetch when the reader returns to the page. */
function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        // A refusal will not change; a failed connection or a status from 502 is worth a retry.
        retry: (failures, cause) => failures < 3 && isWorthRetrying(cause),
      },
      mutations: { retry: false },
    },
  });
  queryClient.getMutationCache().subscribe(({ type, mutation }) => {
    // A write that waits or is retried must still change the record that it was made for. Without
    // this, each render would replace its function with that of the record that is shown then.
    if (type === 'added') mutation.setOptions = () => undefined;
  });
  return queryClient;
}

function isWorthRetrying(cause: Error): boolean {
  if (!(cause instanceof ApiFailure)) return false;
  // A slow read is not repeated, because it would take as long again.
  if (cause.code === 'database_too_slow') return false;
  return cause.code === 'network_unreachable' || cause.status >= 502;
}

type Ahead = { readonly queryClient: QueryClient; readonly token: string | undefined };

let ofNextFrame: Ahead | undefined;
let isFrameOpen = false;

/**
 * Returns the cache of the frame that is about to open, to prefetch into before the frame renders;
 * undefined once the frame is open.
 */
export function queryClientAhead(): QueryClient | undefined {
  if (isFrameOpen) return undefined;
  const token = readSession()?.token;
  // A session must not see answers of another session.
  if (ofNextFrame?.token !== token) ofNextFrame = undefined;
  ofNextFrame ??= { queryClient: createQueryClient(), token };
  return ofNextFrame.queryClient;
}

/** Returns this frame's cache with the prefetched answers. The next session gets a new one. */
export function useFramesQueryClient(): QueryClient {
  const [queryClient] = useState(() => queryClientAhead() ?? createQueryClient());
  useEffect(() => {
    isFrameOpen = true;
    ofNextFrame = undefined;
    const unbind = bindPageToAccount();
    return () => {
      isFrameOpen = false;
      unbind();
    };
  }, []);
  return queryClient;
}
