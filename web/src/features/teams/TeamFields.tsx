import { useTranslation } from 'react-i18next';
import type { FormAttempt } from '../../lib/form-attempt.ts';
import { FormGrid } from '../../ui/form/FormGrid.tsx';
import { MoneyField } from '../../ui/form/MoneyField.tsx';
import { PercentField } from '../../ui/form/PercentField.tsx';
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
      <FormGrid columns={2}>
        <PercentField
          {...form.fieldProps('commissionRatePercent')}
          label={t('field.commission')}
          hint={t('field.commissionHint')}
          percent={draft.commissionRatePercent}
          onChange={(commissionRatePercent) => change({ commissionRatePercent })}
          onReadable={unreadable.track('commissionRatePercent')}
        />
        <MoneyField
          {...form.fieldProps('monthlyTargetMinor')}
          label={t('field.target')}
          hint={t('field.targetHint')}
          currency={currency}
          amountMinor={draft.monthlyTargetMinor}
          onChange={(monthlyTargetMinor) => change({ monthlyTargetMinor })}
          onReadable={unreadable.track('monthlyTargetMinor')}
        />
      </FormGrid>
    </>
  );
}
