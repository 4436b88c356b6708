import { securityLimits } from '@bursar/contracts/access/security-rules.values';
import { roles, type Role } from '@bursar/contracts/roles';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '../../../lib/contract-form.ts';
import { SeveralField } from '../../../ui/form/ChoiceField.tsx';
import { CountField } from '../../../ui/form/CountField.tsx';
import { FormSection, PageForm } from '../../../ui/form/PageForm.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import {
  useChangeSecurityRules,
  type SecurityRules,
  type SecurityRulesBody,
} from './security.queries.ts';

type Limit = keyof typeof securityLimits;
const limits = ['passwordMin', 'idleMinutes', 'longestHours'] as const satisfies readonly Limit[];

type Values = Record<Limit, number | null> & {
  readonly secondFactorRoles: readonly string[];
  /** One network per line. */
  readonly networks: Readonly<Record<Role, string>>;
  readonly password: string;
};

const contract = () =>
  import('@bursar/contracts/access/security-rules').then((it) => it.changeSecurityRules);

/** Sign-in rules for all users; each can only be stricter than Bursar's own rule. */
export function SecurityRulesForm({ stored }: { readonly stored: SecurityRules }) {
  const { t } = useTranslation(['security', 'app']);
  const form = useContractForm<Values, SecurityRulesBody, SecurityRules>({
    name: 'security-rules',
    empty: () => valuesOf(stored),
    rules: (values) => ({
      password: values.password === '' ? t('sso.passwordMissing') : undefined,
      ...Object.fromEntries(
        limits.map((limit) => [
          limit,
          isWithin(limit, values[limit]) ? undefined : t('rules.outside', securityLimits[limit]),
        ]),
      ),
    }),
    contract,
    body: (values) => bodyOf(values, stored.version),
    mutation: useChangeSecurityRules(),
    onSent: () => notify.success(t('rules.saved')),
  });
  return (
    <PageForm form={form} submitLabel={t('rules.save')}>
      <FormSection title={t('rules.factorTitle')} hint={t('rules.factorHint')}>
        <SeveralField
          {...form.field('secondFactorRoles')}
          label={t('rules.factorRoles')}
          choices={roles.map((value) => ({ value, label: t(`app:role.${value}`) }))}
        />
      </FormSection>
      <FormSection title={t('rules.limitsTitle')} hint={t('rules.limitsHint')}>
        <Grid min={12}>
          {limits.map((limit) => (
            <CountField
              key={limit}
              {...form.field(limit)}
              label={t(`rules.${limit}`)}
              hint={t('rules.range', securityLimits[limit])}
              required
            />
          ))}
        </Grid>
      </FormSection>
      <FormSection
        title={t('rules.networksTitle')}
        hint={t('rules.networksHint', { address: stored.ownAddress })}
      >
        <Grid min={14}>
          {roles.map((role) => (
            <TextareaField
              key={role}
              {...form.field(`networks.${role}`)}
              label={t(`app:role.${role}`)}
              placeholder={t('rules.anywhere')}
              rows={3}
              dir="ltr"
            />
          ))}
        </Grid>
        <TextField
          {...form.field('password')}
          label={t('sso.password')}
          hint={t('rules.passwordHint')}
          type="password"
          autoComplete="current-password"
          required
        />
      </FormSection>
    </PageForm>
  );
}

function isWithin(limit: Limit, value: number | null): boolean {
  const { least, most } = securityLimits[limit];
  return value !== null && value >= least && value <= most;
}

const textOf = (networks: readonly string[]) => networks.join('\n');
const linesOf = (text: string) => text.split(/[\n,]/).filter((line) => line.trim() !== '');

function valuesOf({ networks, ...stored }: SecurityRules): Values {
  return {
    passwordMin: stored.passwordMin,
    idleMinutes: stored.idleMinutes,
    longestHours: stored.longestHours,
    secondFactorRoles: stored.secondFactorRoles,
    networks: {
      admin: textOf(networks.admin),
      user: textOf(networks.user),
      team: textOf(networks.team),
      agent: textOf(networks.agent),
    },
    password: '',
  };
}

function bodyOf(values: Values, version: number): SecurityRulesBody | null {
  const { passwordMin, idleMinutes, longestHours, password } = values;
  if (passwordMin === null || idleMinutes === null || longestHours === null) return null;
  return {
    passwordMin,
    idleMinutes,
    longestHours,
    secondFactorRoles: roles.filter((role) => values.secondFactorRoles.includes(role)),
    networks: {
      admin: linesOf(values.networks.admin),
      user: linesOf(values.networks.user),
      team: linesOf(values.networks.team),
      agent: linesOf(values.networks.agent),
    },
    password,
    version,
  };
}
