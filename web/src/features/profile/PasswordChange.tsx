import { useTranslation } from 'react-i18next';
import { useContractForm } from '../../lib/contract-form.ts';
import { Grid } from '../../ui/layout/Layout.tsx';
import { FormSection, PageForm } from '../../ui/form/PageForm.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { useChangePassword } from './profile.queries.ts';

/** Another password, for who knows the present one; whoever else is signed in is out. */
export function PasswordChange() {
  const { t } = useTranslation('profile');
  const form = usePasswordChange();
  const field = (name: keyof typeof untyped) => ({
    ...form.field(name),
    label: t(`password.${name}`),
    type: 'password' as const,
    required: true,
  });
  return (
    <FormSection title={t('password.title')} hint={t('password.hint')}>
      <PageForm form={form} submitLabel={t('password.submit')}>
        <TextField {...field('currentPassword')} autoComplete="current-password" />
        <Grid min={12}>
          <TextField {...field('password')} hint={t('password.rule')} autoComplete="new-password" />
          <TextField {...field('again')} autoComplete="new-password" />
        </Grid>
      </PageForm>
    </FormSection>
  );
}

const untyped = { currentPassword: '', password: '', again: '' };

const contract = () => import('@bursar/contracts/profile').then((it) => it.changePassword);

function usePasswordChange() {
  const { t } = useTranslation(['profile', 'failures']);
  const format = useFormat();
  const form = useContractForm({
    empty: () => untyped,
    rules: ({ currentPassword, password, again }) => ({
      currentPassword: currentPassword === '' ? t('password.currentMissing') : undefined,
      password:
        password.length < 8 || password.length > 15
          ? t('failures:password_length_wrong')
          : undefined,
      again: again === password ? undefined : t('password.differs'),
    }),
    contract,
    body: ({ currentPassword, password }) => ({ currentPassword, password }),
    sends: useChangePassword(),
    onSent: ({ sessionsEnded: count }) => {
      form.startAnew(untyped);
      notify.success(t('password.changed', { count, figure: format.count(count) }));
    },
  });
  return form;
}
