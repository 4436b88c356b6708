import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../lib/paths.ts';
import { onSessionExpiry } from '../lib/session.ts';

/** Sends the reader to sign-in when the server ends the session under an open page. */
export function useSessionExpiryRedirect(): void {
  const navigate = useNavigate();
  useEffect(
    () => onSessionExpiry(() => void navigate(paths.signIn, { replace: true })),
    [navigate],
  );
}
