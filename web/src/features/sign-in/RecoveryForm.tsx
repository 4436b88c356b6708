import type { RequestRecovery } from '@bursar/contracts/recovery';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { callApi } from '../../lib/api-client.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button/Button.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { TextField } from './TextField.tsx';
import classes from './SignInForm.module.css';

/** Password recovery: the browser alone checks what is typed; submitting asks for a mail and goes to the start. */
export function RecoveryForm() {
  const { t } = useTranslation('sign-in');
  const navigate = useNavigate();
  const [email, setEmail] = useState('');

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (email !== '') void requestMail();
    void navigate(paths.dashboard);
  }

  /** What is said does not tell whether the address is known. */
  async function requestMail(): Promise<void> {
    try {
      await callApi<RequestRecovery>('POST /api/recovery/request', { body: { email } });
      notify.success(t('recovery.sent'));
    } catch (cause) {
      notify.error(failureSentence(cause));
    }
  }

  return (
    <form className={classes.form} onSubmit={submit}>
      <TextField
        name="recovery-email"
        type="email"
        autoComplete="email"
        label={t('email.label')}
        value={email}
        onChange={setEmail}
      />
      <Button type="submit" className={classes.submit}>
        {t('recovery.submit')}
      </Button>
    </form>
  );
}
