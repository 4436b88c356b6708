import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import type { FormProblems } from '../../lib/form-attempt.ts';
import { differs } from '../../lib/row-draft.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { FormGrid } from '../../ui/form/FormGrid.tsx';
import { FormSection, PageForm } from '../../ui/form/PageForm.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { useChangePassword } from './profile.queries.ts';

/** Another password, for who knows the present one; whoever else is signed in is out. */
export function PasswordChange() {
  const { t } = useTranslation('profile');
  const { typed, change, form, isSending, isUnsaved, send } = usePasswordChange();
  const fieldProps = (field: keyof Typed) => ({
    ...form.fieldProps(field),
    label: t(`password.${field}`),
    type: 'password' as const,
    value: typed[field],
    onChange: (value: string) => change({ [field]: value }),
    required: true,
  });
  return (
    <FormSection title={t('password.title')} hint={t('password.hint')}>
      <PageForm
        problems={form.summary}
        attempt={form.count}
        failure={form.failure}
        submitLabel={t('password.submit')}
        busy={isSending}
        unsaved={isUnsaved}
        onSubmit={send}
      >
        <TextField {...fieldProps('currentPassword')} autoComplete="current-password" />
        <FormGrid columns={2}>
          <TextField
            {...fieldProps('password')}
            hint={t('password.rule')}
            autoComplete="new-password"
          />
          <TextField {...fieldProps('again')} autoComplete="new-password" />
        </FormGrid>
      </PageForm>
    </FormSection>
  );
}

type Typed = {
  readonly currentPassword: string;
  readonly password: string;
  readonly again: string;
};

const untyped: Typed = { currentPassword: '', password: '', again: '' };

function usePasswordChange() {
  const { t } = useTranslation(['profile', 'failures']);
  const format = useFormat();
  const [typed, setTyped] = useState(untyped);
  const changing = useChangePassword();
  const { currentPassword, password, again } = typed;
  const isLengthWrong = password.length < 8 || password.length > 15;
  const problems: FormProblems = {
    currentPassword: currentPassword === '' ? t('password.currentMissing') : undefined,
    password: isLengthWrong ? t('failures:password_length_wrong') : undefined,
    again: again === password ? undefined : t('password.differs'),
  };
  const form = useFormAttempt(problems);
  return {
    typed,
    change: (changes: Partial<Typed>) => {
      setTyped((now) => ({ ...now, ...changes }));
      form.edited();
    },
    form,
    isSending: changing.isPending,
    isUnsaved: differs(typed, untyped),
    send: () => {
      if (!form.begin()) return;
      changing.mutate(
        { currentPassword, password },
        {
          onSuccess: ({ sessionsEnded: count }) => {
            setTyped(untyped);
            form.reset();
            notify.success(t('password.changed', { count, figure: format.count(count) }));
          },
          onError: form.refuse,
        },
      );
    },
  };
}
