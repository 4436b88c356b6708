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
  /** The password was right; the second factor's code is next. */
  | { step: 'code'; isChecking: boolean; problem?: string | undefined }
  /** Signed in; the page redirects after a second. */
  | { step: 'leaving'; target: string }
  | { step: 'refused'; refusal: Refusal };

/** Signs in with one call, or two if a code is needed; then it stores the cookies and redirects. */
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
    // The target is the dashboard, or the page on which the last session ended.
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
      await complete(callApi<SignIn>('POST /api/login/data-login', { body }));
    } catch (cause) {
      setState({ step: 'refused', refusal: readRefusal(cause) });
    }
  }

  /**
   * Signs in with the answer or, if the server asks for a second factor, shows the code step;
   * rethrows every other failure.
   */
  async function complete(answer: Promise<unknown>): Promise<void> {
    try {
      enter(await answer);
    } catch (cause) {
      if (!isNamed(cause, 'second_factor_required')) throw cause;
      setState({ step: 'code', isChecking: false });
    }
  }

  async function sendCode(code: string): Promise<void> {
    setState({ step: 'code', isChecking: true });
    try {
      enter(await callApi<CompleteSignIn>('POST /api/login/second-factor', { body: { code } }));
    } catch (cause) {
      const problem = failureSentence(cause);
      // If the pending sign-in has expired, the user must enter the password again.
      const isOver = isNamed(cause, 'pending_sign_in_expired');
      setState(isOver ? dialogWith(problem) : { step: 'code', isChecking: false, problem });
    }
  }

  return { state, signIn, sendCode, complete, backToTyping: () => setState({ step: 'typing' }) };
}

export type SignInEntry = ReturnType<typeof useSignIn>;

function isNamed(cause: unknown, code: ApiFailure['code']): boolean {
  return cause instanceof ApiFailure && cause.code === code;
}

function dialogWith(message: string): SignInState {
  return { step: 'refused', refusal: { kind: 'dialog', message } };
}

/** Redirects a moment after the target is known, and offers the page requested before sign-in. */
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
