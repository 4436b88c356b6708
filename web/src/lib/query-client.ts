import { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiFailure } from './api-client.ts';
import { readSession } from './session.ts';

/** One cache for the session; a page asks again when the reader comes back to it. */
function createQueryClient(): QueryClient {
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

type Ahead = { readonly queryClient: QueryClient; readonly token: string | undefined };

let ofNextFrame: Ahead | undefined;
let isFrameOpen = false;

/** The cache of the frame that is about to open, to ask into before it is drawn; none once it is. */
export function queryClientAhead(): QueryClient | undefined {
  if (isFrameOpen) return undefined;
  const token = readSession()?.token;
  // A session must not see answers that another one got.
  if (ofNextFrame?.token !== token) ofNextFrame = undefined;
  ofNextFrame ??= { queryClient: createQueryClient(), token };
  return ofNextFrame.queryClient;
}

/** The cache of this frame, with what was asked ahead of it. The next session's gets its own. */
export function useFramesQueryClient(): QueryClient {
  const [queryClient] = useState(() => queryClientAhead() ?? createQueryClient());
  useEffect(() => {
    isFrameOpen = true;
    ofNextFrame = undefined;
    return () => {
      isFrameOpen = false;
    };
  }, []);
  return queryClient;
}
