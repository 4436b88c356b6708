import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { Button } from '../../ui/button/Button.tsx';
import { PageForm } from '../../ui/form/PageForm.tsx';
import { TextField } from '../../ui/form/TextField.tsx';

type PasswordAskedProps<Answer> = {
  readonly submitLabel: string;
  /** What is done with the password. */
  readonly asking: {
    readonly isPending: boolean;
    readonly mutate: (
      password: string,
      then: { onSuccess: (answer: Answer) => void; onError: (cause: Error) => void },
    ) => void;
  };
  readonly onDone: (answer: Answer) => void;
  readonly onCancel: () => void;
};

/** The password once more, before something that would lock its owner out. */
export function PasswordAsked<Answer>(props: PasswordAskedProps<Answer>) {
  const { submitLabel, asking, onDone, onCancel } = props;
  const { t } = useTranslation('profile');
  const [password, setPassword] = useState('');
  const isMissing = password === '';
  const form = useFormAttempt(
    { password: isMissing ? t('password.currentMissing') : undefined },
    'confirmation',
  );
  return (
    <PageForm
      problems={form.summary}
      attempt={form.count}
      failure={form.failure}
      submitLabel={submitLabel}
      busy={asking.isPending}
      onSubmit={() => {
        if (form.begin()) asking.mutate(password, { onSuccess: onDone, onError: form.refuse });
      }}
      cancel={<Button onClick={onCancel}>{t('factor.cancel')}</Button>}
    >
      <TextField
        {...form.fieldProps('password')}
        label={t('factor.password')}
        hint={t('factor.passwordHint')}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(typed) => {
          setPassword(typed);
          form.edited();
        }}
        required
      />
    </PageForm>
  );
}
