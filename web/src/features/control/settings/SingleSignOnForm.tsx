import { useTranslation } from 'react-i18next';
import { useContractForm } from '../../../lib/contract-form.ts';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { FormSection, PageForm } from '../../../ui/form/PageForm.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Fact } from '../../../ui/layout/Fact.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import {
  useChangeSingleSignOn,
  type SingleSignOn,
  type SingleSignOnBody,
} from './security.queries.ts';

type Values = Omit<SingleSignOnBody, 'isOn' | 'version'> & { readonly state: 'on' | 'off' };

const contract = () =>
  import('@bursar/contracts/access/single-sign-on').then((it) => it.changeSingleSignOn);

/** The identity provider of the installation; the administrator's password confirms a change. */
export function SingleSignOnForm({ stored }: { readonly stored: SingleSignOn }) {
  const { t } = useTranslation(['security', 'failures']);
  const { isOn, issuer, clientId, label, version, hasSecret, redirectAddress } = stored;
  const form = useContractForm<Values, SingleSignOnBody, SingleSignOn>({
    name: 'single-sign-on',
    empty: () => ({
      state: isOn ? 'on' : 'off',
      issuer,
      clientId,
      label,
      clientSecret: '',
      password: '',
    }),
    rules: (values) => ({
      password: values.password === '' ? t('sso.passwordMissing') : undefined,
      ...(values.state === 'on' && {
        issuer: values.issuer.trim() === '' ? t('failures:issuer_not_valid') : undefined,
        clientId: values.clientId.trim() === '' ? t('failures:client_id_missing') : undefined,
        clientSecret:
          values.clientSecret.trim() === '' && !hasSecret
            ? t('failures:client_secret_missing')
            : undefined,
        label: values.label.trim() === '' ? t('failures:sign_in_label_missing') : undefined,
      }),
    }),
    contract,
    body: ({ state, ...values }) => ({ ...values, isOn: state === 'on', version }),
    mutation: useChangeSingleSignOn(),
    onSent: (saved) => notify.success(t(saved.isOn ? 'sso.savedOn' : 'sso.savedOff')),
  });
  return (
    <PageForm form={form} submitLabel={t('sso.save')}>
      <FormSection title={t('sso.title')} hint={t('sso.hint')}>
        <ChoiceField<Values['state']>
          {...form.field('state')}
          label={t('sso.state')}
          choices={(['off', 'on'] as const).map((value) => ({
            value,
            label: t(`sso.stateOf.${value}`),
          }))}
        />
        <Stack as="dl" gap={1}>
          <Fact name={t('sso.redirectAddress')}>
            <bdi dir="ltr">{redirectAddress}</bdi>
          </Fact>
        </Stack>
        <TextField
          {...form.field('issuer')}
          label={t('sso.issuer')}
          hint={t('sso.issuerHint')}
          type="url"
          maxLength={500}
        />
        <TextField {...form.field('clientId')} label={t('sso.clientId')} maxLength={300} />
        <TextField
          {...form.field('clientSecret')}
          label={t('sso.clientSecret')}
          hint={t(hasSecret ? 'sso.clientSecretKept' : 'sso.clientSecretHint')}
          type="password"
          autoComplete="off"
          maxLength={500}
        />
        <TextField
          {...form.field('label')}
          label={t('sso.label')}
          hint={t('sso.labelHint')}
          maxLength={60}
        />
        <TextField
          {...form.field('password')}
          label={t('sso.password')}
          hint={t('sso.passwordHint')}
          type="password"
          autoComplete="current-password"
          required
        />
      </FormSection>
    </PageForm>
  );
}
