import type { SignIn } from '@bursar/contracts/sessions';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { callApi } from '../../lib/api-client.ts';
import { paths } from '../../lib/paths.ts';
import { interruptedPage, storeSession } from '../../lib/session.ts';
import { notify } from '../../ui/overlay/notify.ts';
import { readRefusal, type Refusal } from './refusal.ts';
import type { Credentials } from './validation.ts';

const redirectDelayMs = 1000;

export type SignInState =
  | { step: 'typing' }
  | { step: 'checking' }
  /** Signed in; the page leaves within a second. */
  | { step: 'leaving'; target: string }
  | { step: 'refused'; refusal: Refusal };

/** Signs in: one call, then the cookies, a toast and after a second the way in. */
export function useSignIn() {
  const { t } = useTranslation('sign-in');
  const [state, setState] = useState<SignInState>({ step: 'typing' });
  useEntrance(state.step === 'leaving' ? state.target : undefined);

  async function signIn({ email, password }: Credentials): Promise<void> {
    setState({ step: 'checking' });
    try {
      const body = { email, password };
      const answer = await callApi<SignIn>('POST /api/login/data-login', { body });
      // To the dashboard, or back to the page that the former session did not outlast.
      const target = interruptedPage(answer.email) ?? paths.dashboard;
      if (!answer.status) {
        setState(dialogWith(answer.message || t('failure.loginFailed')));
      } else if (!storeSession(answer)) {
        setState(dialogWith(t('failure.cookieDropped')));
      } else {
        notify.passing(t('success'));
        setState({ step: 'leaving', target });
      }
    } catch (cause) {
      setState({ step: 'refused', refusal: readRefusal(cause) });
    }
  }

  return { state, signIn, backToTyping: () => setState({ step: 'typing' }) };
}

function dialogWith(message: string): SignInState {
  return { step: 'refused', refusal: { kind: 'dialog', message } };
}

/** Leaves for the target, a moment after there is one. */
function useEntrance(target: string | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (target === undefined) return undefined;
    const timer = setTimeout(() => void navigate(target, { replace: true }), redirectDelayMs);
    return () => clearTimeout(timer);
  }, [navigate, target]);
}
