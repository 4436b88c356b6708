import { useTranslation } from 'react-i18next';
import { languages } from '../../lib/languages.ts';
import type { FormAttempt } from '../../lib/form-attempt.ts';
import { FormGrid } from '../../ui/form/FormGrid.tsx';
import { LanguageField } from '../../ui/form/LanguageField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { TimeZoneField } from '../../ui/form/TimeZoneField.tsx';
import type { PersonDraft } from './person-draft.ts';

export type PersonFieldsProps = {
  readonly draft: PersonDraft;
  readonly change: (changes: Partial<PersonDraft>) => void;
  readonly form: FormAttempt;
};

type Props = PersonFieldsProps & {
  /** An administrator belongs to no portfolio, whose time zone would else be theirs. */
  readonly hasPortfolio?: boolean;
};

/** Who somebody is and how they are reached. */
export function PersonFields({ draft, change, form, hasPortfolio = true }: Props) {
  const { t } = useTranslation('staff');
  return (
    <>
      <TextField
        {...form.fieldProps('name')}
        label={t('field.name')}
        value={draft.name}
        onChange={(name) => change({ name })}
        maxLength={120}
        required
      />
      <FormGrid columns={2}>
        <TextField
          {...form.fieldProps('email')}
          label={t('field.email')}
          hint={t('field.emailHint')}
          type="email"
          value={draft.email}
          onChange={(email) => change({ email })}
          maxLength={254}
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
          maxLength={40}
        />
      </FormGrid>
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
          hint={t('field.timeZoneHint')}
          noneLabel={t(hasPortfolio ? 'field.timeZoneOfPortfolio' : 'field.timeZoneOfNobody')}
          timeZone={draft.timeZone}
          onChange={(timeZone) => change({ timeZone })}
        />
      </FormGrid>
    </>
  );
}
