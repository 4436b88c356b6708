import { useTranslation } from 'react-i18next';
import type { FormAttempt } from '../../lib/form-attempt.ts';
import { ShareAndTarget } from '../../ui/form/ShareAndTarget.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import type { Unreadable } from '../../ui/form/use-unreadable.ts';
import type { TeamDraft } from './team-draft.ts';

type TeamFieldsProps = {
  readonly draft: TeamDraft;
  readonly change: (changes: Partial<TeamDraft>) => void;
  readonly form: FormAttempt;
  readonly unreadable: Unreadable;
  readonly currency: string;
};

/** What a team is called and what its work earns it. */
export function TeamFields({ draft, change, form, unreadable, currency }: TeamFieldsProps) {
  const { t } = useTranslation('teams');
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
      <ShareAndTarget
        draft={draft}
        change={change}
        fieldProps={form.fieldProps}
        unreadable={unreadable}
        currency={currency}
        share={{ label: t('field.commission'), hint: t('field.commissionHint') }}
        target={{ label: t('field.target'), hint: t('field.targetHint') }}
      />
    </>
  );
}
