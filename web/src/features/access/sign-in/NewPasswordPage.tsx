import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { Button, ButtonLink } from '../../../ui/button/Button.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Entrance, type EntranceProps } from './Entrance.tsx';
import { RecoverySection } from './RecoverySection.tsx';
import { useRef, useState, type SubmitEvent } from 'react';
import { ApiFailure, callApi } from '../../../lib/api-client.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { checkNewPassword, type NewPassword } from './validation.ts';
import { PasswordField, TextField } from './SignInFields.tsx';
import classes from './Entrance.module.css';
import formClasses from './SignInForm.module.css';
import type { CompleteRecovery } from '@bursar/contracts/access/recovery';
import { forgetSession } from '../../../lib/session.ts';
import { notify } from '../../../ui/overlay/notify.ts';
import { Note } from '../../../ui/status/Note.tsx';
import { EntranceHeading } from '../../../ui/page/EntranceHeading.tsx';

/** The page behind the link of an invitation or a recovery email, to choose a password. */
export function NewPasswordPage({ variant }: Pick<EntranceProps, 'variant'>) {
  const { t } = useTranslation('sign-in');
  const [search] = useSearchParams();
  const token = search.get('token');
  const entry = useNewPassword(token ?? '');
  const needsCode = search.has('code');
  // A visitor without a link can request one.
  if (token === null) {
    return (
      <Entrance variant={variant}>
        <Stack gap={0}>
          <RecoverySection as="h1" />
          <p className={classes.ask}>
            <Link to={paths.signIn}>{t('newPassword.toSignIn')}</Link>
          </p>
        </Stack>
      </Entrance>
    );
  }
  return (
    <Entrance variant={variant}>
      <Stack as="section" gap={0}>
        {entry.state.step === 'spent' ? (
          <SpentLink />
        ) : (
          <>
            <EntranceHeading title={t('newPassword.title')} meaning={t('newPassword.subtitle')} />
            <NewPasswordForm entry={entry} needsCode={needsCode} />
          </>
        )}
      </Stack>
    </Entrance>
  );
}

export function CoverNewPasswordPage() {
  return <NewPasswordPage variant="cover" />;
}

/** Shown for a used or expired link: the user must request a new one. */
function SpentLink() {
  const { t } = useTranslation(['sign-in', 'failures']);
  return (
    <>
      <div role="alert">
        <EntranceHeading
          title={t('newPassword.spent')}
          meaning={t('failures:recovery_link_not_valid')}
        />
      </div>
      <ButtonLink kind="primary" to={paths.signIn} replace>
        {t('newPassword.toSignIn')}
      </ButtonLink>
    </>
  );
}

type FormProps = {
  readonly entry: NewPasswordEntry;
  /** True if the link also needs the code of the user who started the recovery. */
  readonly needsCode: boolean;
};

function NewPasswordForm({ entry, needsCode }: FormProps) {
  const { t } = useTranslation('sign-in');
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<NewPassword>({ password: '', again: '' });
  const [code, setCode] = useState('');
  const [touched, setTouched] = useState<ReadonlySet<keyof NewPassword>>(new Set());
  const { state, setPassword, backToTyping } = entry;
  const refusal = state.step === 'refused' ? state.refusal : undefined;
  const problems = checkNewPassword(typed);
  const isCodeRefused = refusal instanceof ApiFailure && 'code' in refusal.fields;
  const isPasswordRefused = refusal instanceof ApiFailure && 'password' in refusal.fields;

  function fieldProps(field: keyof NewPassword) {
    const problem = touched.has(field) ? problems[field] : undefined;
    const refused =
      field === 'password' && isPasswordRefused ? failureSentence(refusal) : undefined;
    return {
      name: field,
      label: t(`newPassword.${field}.label`),
      autoComplete: 'new-password' as const,
      value: typed[field],
      error: problem ? t(problem) : refused,
      onChange: (value: string) => {
        setTyped({ ...typed, [field]: value });
        // The refusal was about the previous values.
        if (refusal) backToTyping();
      },
      onBlur: () => setTouched(new Set([...touched, field])),
    };
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    setTouched(new Set(['password', 'again']));
    const wrong = problems.password ? 'password' : problems.again && 'again';
    if (wrong) form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus();
    else if (state.step !== 'sending') {
      void setPassword({ password: typed.password, ...(needsCode && { code }) });
    }
  }

  return (
    <form ref={form} className={formClasses.form} onSubmit={submit} noValidate>
      {refusal && !isPasswordRefused && !isCodeRefused && (
        <Note role="alert" kind="late">
          {failureSentence(refusal)}
        </Note>
      )}
      {needsCode && (
        <TextField
          name="code"
          label={t('newPassword.code')}
          type="text"
          autoComplete="one-time-code"
          value={code}
          error={isCodeRefused ? failureSentence(refusal) : undefined}
          onChange={(value) => {
            setCode(value);
            if (refusal) backToTyping();
          }}
        />
      )}
      <PasswordField {...fieldProps('password')} />
      <PasswordField {...fieldProps('again')} />
      <Button
        type="submit"
        kind="primary"
        className={formClasses.submit}
        busy={state.step === 'sending'}
        // Keeps the focus: an error that appears on blur must not move the button away.
        onMouseDown={(event) => event.preventDefault()}
      >
        {t('newPassword.submit')}
      </Button>
    </form>
  );
}

type NewPasswordState =
  | { step: 'typing' }
  | { step: 'sending' }
  /** The link is used or expired, so no password can be set. */
  | { step: 'spent' }
  | { step: 'refused'; refusal: Error };

/** Sets the password with a mailed link, which works once, then opens sign-in. */
function useNewPassword(token: string) {
  const { t } = useTranslation('sign-in');
  const navigate = useNavigate();
  const [state, setState] = useState<NewPasswordState>({
    step: token === '' ? 'spent' : 'typing',
  });

  async function setPassword(chosen: { password: string; code?: string }): Promise<void> {
    setState({ step: 'sending' });
    try {
      await callApi<CompleteRecovery>('POST /api/recovery/complete', {
        body: { token, ...chosen },
      });
      // Signs out: a session in this browser may belong to another user.
      forgetSession();
      notify.success(t('newPassword.done'));
      // Replaces the history entry, because its URL has the secret of the link.
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

type NewPasswordEntry = ReturnType<typeof useNewPassword>;
