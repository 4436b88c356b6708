import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button.tsx';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { PasswordField, TextField } from './SignInFields.tsx';
import classes from './SignInForm.module.css';
import type { SignInEntry } from './use-sign-in.ts';
import { checkCredentials, type CredentialField, type Credentials } from './validation.ts';

/** The sign-in form; a field shows its error after it was touched. */
export function SignInForm({ entry }: { entry: SignInEntry }) {
  const { t } = useTranslation('sign-in');
  const { state, signIn, backToTyping } = entry;
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Credentials>({ email: '', password: '' });
  const [touched, setTouched] = useState<ReadonlySet<CredentialField>>(new Set());
  const problems = checkCredentials(typed);
  const refusal = state.step === 'refused' ? state.refusal : undefined;

  function fieldProps(field: CredentialField) {
    const refused = refusal?.kind === 'fields' ? refusal[field] : undefined;
    const problem = touched.has(field) ? problems[field] : undefined;
    return {
      name: field,
      label: t(`${field}.label`),
      value: typed[field],
      error: problem ? t(problem) : refused,
      onChange: (value: string) => {
        setTyped({ ...typed, [field]: value });
        // The refusal was about the previous values.
        if (refused !== undefined) backToTyping();
      },
      onBlur: () => setTouched(new Set([...touched, field])),
    };
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    setTouched(new Set(['email', 'password']));
    const firstWrong = problems.email ? 'email' : 'password';
    if (problems.email ?? problems.password) {
      form.current?.querySelector<HTMLInputElement>(`[name=${firstWrong}]`)?.focus();
    } else if (state.step !== 'checking' && state.step !== 'leaving') {
      void signIn(typed);
    }
  }

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <TextField {...fieldProps('email')} type="email" autoComplete="username" />
      <PasswordField {...fieldProps('password')} />
      <Text as="label" tone="soft" className={classes.newsletter}>
        <TickBox />
        {t('newsletter')}
      </Text>
      <Button
        type="submit"
        kind="primary"
        className={classes.submit}
        busy={state.step === 'checking' || state.step === 'leaving'}
        // The field keeps the focus: an error that appears on blur would move the button away from
        // the pointer, and the click would be lost.
        onMouseDown={(event) => event.preventDefault()}
      >
        {t('submit')}
      </Button>
      {refusal?.kind === 'dialog' && (
        <FailureDialog
          message={refusal.message ?? t('failure.somethingWrong')}
          onClose={backToTyping}
        />
      )}
    </form>
  );
}

type FailureDialogProps = { message: string; onClose: () => void };

/**
 * Says why sign-in failed. It uses the browser's own dialog, which needs no download: it must open
 * even without a network.
 */
function FailureDialog({ message, onClose }: FailureDialogProps) {
  const { t } = useTranslation('sign-in');
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={classes.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-message`}
      onClose={onClose}
    >
      <Text as="h2" id={`${id}-title`} size="lead" weight="strong" className={classes.title}>
        {t('failure.title')}
      </Text>
      <Text id={`${id}-message`} tone="soft" className={classes.message}>
        {message}
      </Text>
      <Button kind="primary" onClick={() => dialog.current?.close()}>
        {t('failure.close')}
      </Button>
    </dialog>
  );
}
