import type { CompleteSignIn } from '@bursar/contracts/access/second-factor';
import type { SignIn } from '@bursar/contracts/access/sessions';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiFailure, callApi } from '../../../lib/api-client.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { paths } from '../../../lib/paths.ts';
import { interruptedPage, storeSession, takeAskedFor } from '../../../lib/session.ts';
import { notify } from '../../../ui/overlay/notify.ts';
import { readEntry, readRefusal, type Refusal } from './sign-in-answer.ts';
import type { Credentials } from './validation.ts';

const redirectDelayMs = 1000;

export type SignInState =
  | { step: 'typing' }
  | { step: 'checking' }
  /** The password was right; the code of the second factor is still to come. */
  | { step: 'code'; isChecking: boolean; problem?: string | undefined }
  /** Signed in; the page leaves within a second. */
  | { step: 'leaving'; target: string }
  | { step: 'refused'; refusal: Refusal };

/** Signs in: one call, or two where a code is asked for; then the cookies, a toast and the way in. */
export function useSignIn() {
  const { t } = useTranslation('sign-in');
  const [state, setState] = useState<SignInState>({ step: 'typing' });
  useEntrance(state.step === 'leaving' ? state.target : undefined);

  function enter(answer: unknown): void {
    const { session, message } = readEntry(answer);
    if (!session) {
      setState(dialogWith(message ?? t('failure.loginFailed')));
      return;
    }
    // To the dashboard, or back to the page that the former session did not outlast.
    const target = interruptedPage(session.email) ?? paths.dashboard;
    if (!storeSession(session)) {
      setState(dialogWith(t('failure.cookieDropped')));
    } else {
      notify.passing(t('success'));
      setState({ step: 'leaving', target });
    }
  }

  async function signIn({ email, password }: Credentials): Promise<void> {
    setState({ step: 'checking' });
    try {
      const body = { email, password };
      enter(await callApi<SignIn>('POST /api/login/data-login', { body }));
    } catch (cause) {
      if (isNamed(cause, 'second_factor_required')) setState({ step: 'code', isChecking: false });
      else setState({ step: 'refused', refusal: readRefusal(cause) });
    }
  }

  async function sendCode(code: string): Promise<void> {
    setState({ step: 'code', isChecking: true });
    try {
      enter(await callApi<CompleteSignIn>('POST /api/login/second-factor', { body: { code } }));
    } catch (cause) {
      const problem = failureSentence(cause);
      // Only the password opens the way to another code.
      const isOver = isNamed(cause, 'pending_sign_in_expired');
      setState(isOver ? dialogWith(problem) : { step: 'code', isChecking: false, problem });
    }
  }

  return { state, signIn, sendCode, backToTyping: () => setState({ step: 'typing' }) };
}

export type SignInEntry = ReturnType<typeof useSignIn>;

function isNamed(cause: unknown, code: ApiFailure['code']): boolean {
  return cause instanceof ApiFailure && cause.code === code;
}

function dialogWith(message: string): SignInState {
  return { step: 'refused', refusal: { kind: 'dialog', message } };
}

/** Leaves for the target, a moment after there is one, and offers the page that was asked for before. */
function useEntrance(target: string | undefined): void {
  const { t } = useTranslation('sign-in');
  const navigate = useNavigate();
  useEffect(() => {
    if (target === undefined) return undefined;
    const timer = setTimeout(() => {
      void navigate(target, { replace: true });
      const askedFor = takeAskedFor();
      if (askedFor === undefined || askedFor === target) return;
      const open = { label: t('askedFor.open'), run: () => void navigate(askedFor) };
      notify.offer(t('askedFor.message'), open);
    }, redirectDelayMs);
    return () => clearTimeout(timer);
  }, [navigate, target, t]);
}
