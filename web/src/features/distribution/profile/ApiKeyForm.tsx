import { isForApiKeys } from '@bursar/contracts/access/api-key-permissions';
import { permissionNames } from '@bursar/contracts/access/permissions';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useContractForm } from '../../../lib/contract-form.ts';
import { sessionQuery } from '../../../lib/session-query.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { PageForm } from '../../../ui/form/PageForm.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { SeveralPickedField } from '../../../ui/form/SeveralPickedField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { useMakeApiKey, type ApiKeyBody, type MadeApiKey } from './api-keys.queries.ts';

const contract = () => import('@bursar/contracts/access/api-keys').then((it) => it.makeApiKey);

const lives = ['30', '90', '365', 'never'] as const;
type Life = (typeof lives)[number];

type Values = {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly life: Life;
  readonly password: string;
};

const empty = (): Values => ({ id: uuidv7(), name: '', permissions: [], life: '90', password: '' });

type ApiKeyFormProps = {
  readonly onMade: (made: MadeApiKey) => void;
  readonly onCancel: () => void;
};

/** Makes a key with some of the user's own permissions; the password confirms it. */
export function ApiKeyForm({ onMade, onCancel }: ApiKeyFormProps) {
  const { t } = useTranslation(['profile', 'permissions']);
  const { data: session } = useQuery(sessionQuery);
  const own = permissionNames.filter(
    (name) => isForApiKeys(name) && session?.permissions.includes(name),
  );
  const form = useContractForm<Values, ApiKeyBody, MadeApiKey>({
    name: 'api-key',
    empty,
    rules: ({ name, permissions, password }) => ({
      name: name.trim() === '' ? t('keys.nameMissing') : undefined,
      permissions: permissions.length === 0 ? t('keys.permissionsMissing') : undefined,
      password: password === '' ? t('password.currentMissing') : undefined,
    }),
    contract,
    body: ({ life, permissions, ...values }) => ({
      ...values,
      permissions: own.filter((one) => permissions.includes(one)),
      expiresInDays: life === 'never' ? null : Number(life),
    }),
    mutation: useMakeApiKey(),
    onSent: onMade,
  });
  return (
    <PageForm
      form={{ ...form, isUnsaved: false }}
      submitLabel={t('keys.submit')}
      cancel={<Button onClick={onCancel}>{t('factor.cancel')}</Button>}
    >
      <Grid min={12}>
        <TextField
          {...form.field('name')}
          label={t('keys.name')}
          hint={t('keys.nameHint')}
          autoComplete="off"
          required
        />
        <SelectField<Life>
          {...form.field('life')}
          label={t('keys.life')}
          options={lives.map((value) => ({ value, label: t(`keys.lifeOf.${value}`) }))}
          required
        />
      </Grid>
      <SeveralPickedField
        {...form.field('permissions')}
        label={t('keys.permissions')}
        hint={t('keys.permissionsHint')}
        groups={[
          {
            label: t('keys.permissions'),
            options: own.map((value) => ({
              value,
              label: t(`permissions:permission.${value}.name`),
            })),
          },
        ]}
        required
      />
      <TextField
        {...form.field('password')}
        label={t('factor.password')}
        hint={t('factor.passwordHint')}
        type="password"
        autoComplete="current-password"
        required
      />
    </PageForm>
  );
}
