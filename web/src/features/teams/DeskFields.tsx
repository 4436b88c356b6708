import { useTranslation } from 'react-i18next';
import type { FormAttempt } from '../../lib/form-attempt.ts';
import { languages } from '../../lib/languages.ts';
import { FormGrid } from '../../ui/form/FormGrid.tsx';
import { LanguageField } from '../../ui/form/LanguageField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import type { DeskDraft } from './team-draft.ts';

type DeskFieldsProps = {
  readonly desk: DeskDraft;
  readonly change: (changes: Partial<DeskDraft>) => void;
  readonly form: FormAttempt;
};

/** The account of the team’s desk, which hands the loans to its agents. */
export function DeskFields({ desk, change, form }: DeskFieldsProps) {
  const { t } = useTranslation('teams');
  return (
    <>
      <FormGrid columns={2}>
        <TextField
          {...form.fieldProps('desk.name')}
          label={t('field.deskName')}
          value={desk.name}
          onChange={(name) => change({ name })}
          maxLength={120}
          required
        />
        <LanguageField
          {...form.fieldProps('desk.language')}
          label={t('field.language')}
          languages={languages}
          language={desk.language}
          onChange={(language) => change({ language })}
        />
      </FormGrid>
      <FormGrid columns={2}>
        <TextField
          {...form.fieldProps('desk.email')}
          label={t('field.email')}
          hint={t('field.emailHint')}
          type="email"
          value={desk.email}
          onChange={(email) => change({ email })}
          maxLength={254}
          required
        />
        <TextField
          {...form.fieldProps('desk.phone')}
          label={t('field.phone')}
          optional
          hint={t('field.phoneHint')}
          type="tel"
          value={desk.phone}
          onChange={(phone) => change({ phone })}
          maxLength={40}
        />
      </FormGrid>
    </>
  );
}
