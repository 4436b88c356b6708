import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button.tsx';
import classes from './SignInForm.module.css';
import { TextField } from './TextField.tsx';
import type { SignInEntry } from './use-sign-in.ts';

/** The code of the app, or a recovery code; the way back is to begin again. */
export function CodeForm({ entry: { state, sendCode, backToTyping } }: { entry: SignInEntry }) {
  const { t } = useTranslation('sign-in');
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const isBusy = state.step === 'code' && state.isChecking;
  const problem = state.step === 'code' ? state.problem : undefined;
  // Also after a code that was refused: another one is what comes next.
  useEffect(() => form.current?.querySelector('input')?.focus(), [problem]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (code.trim() !== '' && !isBusy) void sendCode(code);
  }

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <TextField
        name="code"
        type="text"
        autoComplete="one-time-code"
        label={t('code.label')}
        value={code}
        error={problem}
        onChange={setCode}
      />
      <Button type="submit" kind="primary" className={classes.submit} busy={isBusy}>
        {t('submit')}
      </Button>
      <Button onClick={backToTyping}>{t('code.back')}</Button>
    </form>
  );
}
