import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../lib/paths.ts';
import { onSessionExpiry } from '../lib/session.ts';

/**
 * Sends the reader to sign-in when the server ends the session under an open page, and tells
 * sign-in where that was, so that the work can go on there.
 */
export function useSessionExpiryRedirect(): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(
    () =>
      onSessionExpiry(() => {
        void navigate(paths.signIn, { state: { interruptedAt: pathname + search }, replace: true });
      }),
    [navigate, pathname, search],
  );
}
