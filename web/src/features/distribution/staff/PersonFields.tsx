import { useTranslation } from 'react-i18next';
import type { ContractForm } from '../../../lib/contract-form.ts';
import { languages } from '../../../lib/languages.ts';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { LanguageField } from '../../../ui/form/LanguageField.tsx';
import { PhoneField } from '../../../ui/form/PhoneField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import type { SelectOption } from '../../../ui/form/SelectField.tsx';
import { ShareAndTarget } from '../people/ShareAndTarget.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { TimeZoneField } from '../../../ui/form/TimeZoneField.tsx';
import type { PersonValues } from './person-values.ts';

type PersonForm = { readonly form: Pick<ContractForm<PersonValues>, 'field'> };

type PersonFieldsProps = PersonForm & {
  /** False for an administrator, who has no portfolio and so no default time zone. */
  readonly hasPortfolio?: boolean;
};

/** The fields of a person's name and contact data. */
export function PersonFields({ form, hasPortfolio = true }: PersonFieldsProps) {
  const { t } = useTranslation('staff');
  return (
    <>
      <TextField {...form.field('name')} label={t('field.name')} maxLength={120} required />
      <Grid min={12}>
        <TextField
          {...form.field('email')}
          label={t('field.email')}
          hint={t('field.emailHint')}
          type="email"
          maxLength={254}
          required
        />
        <PhoneField {...form.field('phone')} label={t('field.phone')} optional maxLength={40} />
      </Grid>
      <Grid min={12}>
        <LanguageField
          {...form.field('language')}
          label={t('field.language')}
          languages={languages}
        />
        <TimeZoneField
          {...form.field('timeZone')}
          label={t('field.timeZone')}
          hint={t('field.timeZoneHint')}
          noneLabel={t(hasPortfolio ? 'field.timeZoneOfPortfolio' : 'field.timeZoneOfNobody')}
        />
      </Grid>
    </>
  );
}

type WorkFieldsProps = PersonForm & {
  readonly currency: string;
  /** The teams that an agent can join; undefined if the user may not choose. */
  readonly teams?: readonly SelectOption[] | undefined;
};

/** The fields of an agent's team, commission and target. */
export function WorkFields({ form, currency, teams }: WorkFieldsProps) {
  const { t } = useTranslation('staff');
  const team = form.field('teamId');
  return (
    <>
      {teams && (
        <SelectField
          {...team}
          label={t('field.team')}
          hint={t('field.teamHint')}
          options={[{ value: noTeam, label: t('field.noTeam') }, ...teams]}
          value={team.value ?? noTeam}
          onChange={(chosen) => team.onChange(chosen === noTeam ? null : chosen)}
          required
        />
      )}
      <ShareAndTarget
        share={{
          ...form.field('commissionRatePercent'),
          label: t('field.commission'),
          hint: t('field.commissionHint'),
        }}
        target={{
          ...form.field('monthlyTargetMinor'),
          label: t('field.target'),
          hint: t('field.targetHint'),
        }}
        currency={currency}
      />
    </>
  );
}

/** A placeholder value that is not the id of a team. */
const noTeam = '-';
