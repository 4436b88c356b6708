import { type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/api-client.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { Button } from '../../ui/button/Button.tsx';
import { checkNewPassword, type NewPassword } from './new-password.ts';
import { PasswordField } from './PasswordField.tsx';
import classes from './SignInForm.module.css';
import type { NewPasswordEntry } from './use-new-password.ts';

/** A password, chosen and repeated; a field speaks up once it has been touched. */
export function NewPasswordForm({ entry }: { entry: NewPasswordEntry }) {
  const { t } = useTranslation('sign-in');
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<NewPassword>({ password: '', again: '' });
  const [touched, setTouched] = useState<ReadonlySet<keyof NewPassword>>(new Set());
  const { state, setPassword, backToTyping } = entry;
  const refusal = state.step === 'refused' ? state.refusal : undefined;
  const problems = checkNewPassword(typed);
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
        // What the server said was about what stood there before.
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
    else if (state.step !== 'sending') void setPassword(typed.password);
  }

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      {refusal && !isPasswordRefused && (
        <div role="alert" className={classes.refusal}>
          {failureSentence(refusal)}
        </div>
      )}
      <PasswordField {...fieldProps('password')} />
      <PasswordField {...fieldProps('again')} />
      <Button
        type="submit"
        kind="primary"
        className={classes.submit}
        busy={state.step === 'sending'}
        // As at sign-in: an error that appears as a field is left must not move the button away.
        onMouseDown={(event) => event.preventDefault()}
      >
        {t('newPassword.submit')}
      </Button>
    </form>
  );
}
