import type { Profile } from '@bursar/contracts/profile';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { languages } from '../../lib/languages.ts';
import { sessionQuery } from '../../lib/session-query.ts';
import { FormGrid } from '../../ui/form/FormGrid.tsx';
import { FormSection } from '../../ui/form/PageForm.tsx';
import { RowForm } from '../../ui/form/RowForm.tsx';
import { LanguageField } from '../../ui/form/LanguageField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { TimeZoneField } from '../../ui/form/TimeZoneField.tsx';
import { OwnPhoto } from './OwnPhoto.tsx';
import classes from './Profile.module.css';
import { chooseLanguage } from '../../lib/choose-language.ts';
import { useRowChange } from '../../lib/row-change.ts';
import { notify } from '../../ui/overlay/notify.ts';
import { profileQuery, useChangeProfile } from './profile.queries.ts';

/** Who one is: the photo, which changes at once, and what is saved together. */
export function OwnPerson({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const editing = useProfileChange(profile);
  return (
    <div className={classes.parts}>
      <OwnPhoto profile={profile} />
      <RowForm editing={editing} contested={editing.contested}>
        <FormSection title={t('person.title')} hint={t('person.hint')}>
          <PersonFields {...editing} />
        </FormSection>
        <FormSection title={t('reading.title')} hint={t('reading.hint')}>
          <ReadingFields {...editing} />
        </FormSection>
      </RowForm>
    </div>
  );
}

type FieldsProps = Pick<ReturnType<typeof useProfileChange>, 'draft' | 'change' | 'form'>;

function PersonFields({ draft, change, form }: FieldsProps) {
  const { t } = useTranslation('profile');
  return (
    <FormGrid columns={2}>
      <TextField
        {...form.fieldProps('name')}
        label={t('field.name')}
        value={draft.name}
        onChange={(name) => change({ name })}
        autoComplete="name"
        maxLength={120}
        required
      />
      <TextField
        {...form.fieldProps('phone')}
        label={t('field.phone')}
        optional
        hint={t('field.phoneHint')}
        type="tel"
        value={draft.phone}
        onChange={(phone) => change({ phone })}
        autoComplete="tel"
        maxLength={40}
      />
    </FormGrid>
  );
}

function ReadingFields({ draft, change, form }: FieldsProps) {
  const { t } = useTranslation('profile');
  const zone = useQuery(sessionQuery).data?.portfolio?.timeZone;
  return (
    <FormGrid columns={2}>
      <LanguageField
        {...form.fieldProps('language')}
        label={t('field.language')}
        languages={languages}
        language={draft.language}
        onChange={(language) => change({ language })}
      />
      <TimeZoneField
        {...form.fieldProps('timeZone')}
        label={t('field.timeZone')}
        noneLabel={
          zone === undefined
            ? t('field.timeZoneOfNobody', { timeZone: 'UTC' })
            : t('field.timeZoneOfPortfolio', { timeZone: zone })
        }
        timeZone={draft.timeZone}
        onChange={(timeZone) => change({ timeZone })}
      />
    </FormGrid>
  );
}

type ProfileDraft = Pick<Profile, 'name' | 'language' | 'timeZone'> & { readonly phone: string };

/** One’s own account being changed. A language that is saved is read from then on. */
function useProfileChange(profile: Profile) {
  const { t } = useTranslation(['profile', 'failures']);
  const editing = useRowChange({
    name: 'profile',
    row: profile,
    draftOf,
    problemsOf: ({ name }) => ({
      name: name.trim() === '' ? t('failures:name_missing') : undefined,
    }),
    saving: useChangeProfile(),
    latest: useQuery({ ...profileQuery, enabled: false }),
    onSaved: ({ language }, before) => {
      notify.success(t('person.saved'));
      if (language !== before.language) void chooseLanguage(language);
    },
  });
  return { ...editing, contested: editing.contested.map((field) => t(`field.${field}`)) };
}

function draftOf({ name, phone, language, timeZone }: Profile): ProfileDraft {
  return { name, phone: phone ?? '', language, timeZone };
}
