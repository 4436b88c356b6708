import type { Profile } from '@bursar/contracts/distribution/profile';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../../lib/display-settings.ts';
import type { ContractForm } from '../../../lib/contract-form.ts';
import { languages } from '../../../lib/languages.ts';
import { useRowForm } from '../../../lib/row-form.ts';
import { sessionQuery } from '../../../lib/session-query.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { LanguageField } from '../../../ui/form/LanguageField.tsx';
import { FormSection, RowForm } from '../../../ui/form/PageForm.tsx';
import { PhoneField } from '../../../ui/form/PhoneField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { TimeZoneField } from '../../../ui/form/TimeZoneField.tsx';
import { timeZoneText } from '../../../ui/format/time-zone-text.ts';
import { notify } from '../../../ui/overlay/notify.ts';
import { OwnPhoto } from './OwnPhoto.tsx';
import classes from './Profile.module.css';
import { profileQuery, useChangeProfile } from './profile.queries.ts';

/** The photo, which is saved at once, and the fields that are saved together. */
export function OwnPerson({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const form = useProfileChange(profile);
  const fieldLabels = {
    name: t('field.name'),
    phone: t('field.phone'),
    language: t('field.language'),
    timeZone: t('field.timeZone'),
  };
  return (
    <Box flow="stack" gap={6} className={classes.parts}>
      <OwnPhoto profile={profile} />
      <RowForm form={form} fieldLabels={fieldLabels}>
        <FormSection title={t('person.title')} hint={t('person.hint')}>
          <PersonFields form={form} />
        </FormSection>
        <FormSection title={t('reading.title')} hint={t('reading.hint')}>
          <ReadingFields form={form} />
        </FormSection>
      </RowForm>
    </Box>
  );
}

type Values = Pick<Profile, 'name' | 'language' | 'timeZone'> & { readonly phone: string };

type FieldsProps = { readonly form: Pick<ContractForm<Values>, 'field'> };

function PersonFields({ form }: FieldsProps) {
  const { t } = useTranslation('profile');
  return (
    <Grid min={12}>
      <TextField
        {...form.field('name')}
        label={t('field.name')}
        autoComplete="name"
        maxLength={120}
        required
      />
      <PhoneField
        {...form.field('phone')}
        label={t('field.phone')}
        optional
        autoComplete="tel"
        maxLength={40}
      />
    </Grid>
  );
}

function ReadingFields({ form }: FieldsProps) {
  const { t } = useTranslation('profile');
  const zone = useQuery(sessionQuery).data?.portfolio?.timeZone;
  return (
    <Grid min={12}>
      <LanguageField
        {...form.field('language')}
        label={t('field.language')}
        languages={languages}
      />
      <TimeZoneField
        {...form.field('timeZone')}
        label={t('field.timeZone')}
        noneLabel={
          zone === undefined
            ? t('field.timeZoneOfNobody', { timeZone: 'UTC' })
            : t('field.timeZoneOfPortfolio', { timeZone: timeZoneText(zone, new Date()) })
        }
      />
    </Grid>
  );
}

const contract = () =>
  import('@bursar/contracts/distribution/profile').then((it) => it.changeProfile);

/**
 * The form of the user's own account. If the user has changed the language, the page switches to it
 * after saving.
 */
function useProfileChange(profile: Profile) {
  const { t } = useTranslation(['profile', 'failures']);
  return useRowForm({
    draftName: 'profile',
    row: profile,
    valuesOf: ({ name, phone, language, timeZone }: Profile): Values => ({
      name,
      phone: phone ?? '',
      language,
      timeZone,
    }),
    rules: ({ name }) => ({ name: name.trim() === '' ? t('failures:name_missing') : undefined }),
    contract,
    mutation: useChangeProfile(),
    latest: useQuery({ ...profileQuery, enabled: false }),
    onSaved: ({ language }, before) => {
      notify.success(t('person.saved'));
      if (language !== before.language) void chooseLanguage(language);
    },
  });
}
