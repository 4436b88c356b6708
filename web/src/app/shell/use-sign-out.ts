import type { LockSession } from '@bursar/contracts/access/sessions';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { callApi } from '../../lib/api-client.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { paths } from '../../lib/paths.ts';
import { sessionQuery } from '../../lib/session-query.ts';
import { noteLock } from '../../lib/session-lock.ts';
import { forgetSession } from '../../lib/session.ts';
import { notify } from '../../ui/overlay/notify.ts';

/**
 * Returns a function that signs out. It removes the token without a call, and the cached data is
 * discarded with the shell: clearing the cache sooner would make the open page refetch it. A
 * session that an identity provider opened is ended by a call instead, also at the provider.
 */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  const { data } = useQuery(sessionQuery);
  return async () => {
    if (data?.isByProvider)
      return import('./leave-by-provider.ts').then((m) => m.leaveByProvider());
    forgetSession();
    return navigate(paths.signIn);
  };
}

/** Locks the session: the page stays as it is, covered until the user enters the password. */
export async function lockSession(): Promise<void> {
  try {
    await callApi<LockSession>('POST /api/session/lock');
    noteLock();
  } catch (cause) {
    notify.error(failureSentence(cause));
  }
}
