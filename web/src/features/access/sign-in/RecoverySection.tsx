import type { RequestRecovery } from '@bursar/contracts/access/recovery';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { callApi } from '../../../lib/api-client.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { EntranceHeading } from '../../../ui/page/EntranceHeading.tsx';
import classes from './Entrance.module.css';
import { TextField } from './SignInFields.tsx';
import formClasses from './SignInForm.module.css';

/**
 * Requests a recovery email; shown below sign-in, or with the heading `h1` on a page of its own.
 */
export function RecoverySection({ as = 'h2' }: { as?: 'h1' | 'h2' }) {
  const { t } = useTranslation('sign-in');
  return (
    <section className={as === 'h2' ? classes.below : undefined}>
      <EntranceHeading as={as} title={t('recovery.title')} meaning={t('recovery.subtitle')} />
      <RecoveryForm isAlone={as === 'h1'} />
    </section>
  );
}

/**
 * The form for a recovery email. Only the browser validates the address; submitting the form also
 * opens the start page, even if no address was typed.
 */
function RecoveryForm({ isAlone }: { isAlone: boolean }) {
  const { t } = useTranslation('sign-in');
  const navigate = useNavigate();
  const [email, setEmail] = useState('');

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (email !== '') void requestMail();
    void navigate(paths.dashboard);
  }

  /** The answer does not reveal whether the address has an account. */
  async function requestMail(): Promise<void> {
    try {
      await callApi<RequestRecovery>('POST /api/recovery/request', { body: { email } });
      notify.success(t('recovery.sent'));
    } catch (cause) {
      notify.error(failureSentence(cause));
    }
  }

  return (
    <form className={isAlone ? formClasses.form : formClasses.line} onSubmit={submit}>
      <TextField
        name="recovery-email"
        type="email"
        autoComplete="email"
        label={t('email.label')}
        value={email}
        onChange={setEmail}
      />
      <Button type="submit" kind={isAlone ? 'primary' : 'secondary'} className={formClasses.submit}>
        {t('recovery.submit')}
      </Button>
    </form>
  );
}
