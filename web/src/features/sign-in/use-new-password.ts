import type { CompleteRecovery } from '@bursar/contracts/recovery';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiFailure, callApi } from '../../lib/api-client.ts';
import { paths } from '../../lib/paths.ts';
import { forgetSession } from '../../lib/session.ts';
import { notify } from '../../ui/overlay/notify.ts';

type NewPasswordState =
  | { step: 'typing' }
  | { step: 'sending' }
  /** The link has been used or is too old: no password will do. */
  | { step: 'spent' }
  | { step: 'refused'; refusal: Error };

/** Sets the password a link was mailed for, then leads to sign-in. The link is used up by it. */
export function useNewPassword(token: string) {
  const { t } = useTranslation('sign-in');
  const navigate = useNavigate();
  const [state, setState] = useState<NewPasswordState>({
    step: token === '' ? 'spent' : 'typing',
  });

  async function setPassword(password: string): Promise<void> {
    setState({ step: 'sending' });
    try {
      await callApi<CompleteRecovery>('POST /api/recovery/complete', { body: { token, password } });
      // Whoever else is signed in here is not the one who has just chosen a password.
      forgetSession();
      notify.success(t('newPassword.done'));
      // Not to be gone back to: the address holds the link.
      void navigate(paths.signIn, { replace: true });
    } catch (cause) {
      if (cause instanceof ApiFailure && cause.code === 'recovery_link_not_valid') {
        setState({ step: 'spent' });
        return;
      }
      const refusal = cause instanceof Error ? cause : new Error(String(cause));
      setState({ step: 'refused', refusal });
    }
  }

  return { state, setPassword, backToTyping: () => setState({ step: 'typing' }) };
}

export type NewPasswordEntry = ReturnType<typeof useNewPassword>;
