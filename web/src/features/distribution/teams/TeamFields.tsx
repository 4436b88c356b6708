import type { TeamRow } from '@bursar/contracts/distribution/teams';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from '../../../lib/contract-form.ts';
import type { FormProblems } from '../../../lib/form-fields.ts';
import { ShareAndTarget } from '../../../ui/form/ShareAndTarget.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';

/** What is entered about a team, in the names of the request. */
export type TeamValues = Pick<TeamRow, 'name' | 'commissionRatePercent' | 'monthlyTargetMinor'>;

type TeamFieldsProps = {
  readonly form: Pick<ContractForm<TeamValues>, 'field'>;
  readonly currency: string;
};

/** What a team is called and what its work earns it. */
export function TeamFields({ form, currency }: TeamFieldsProps) {
  const { t } = useTranslation('teams');
  return (
    <>
      <TextField {...form.field('name')} label={t('field.name')} maxLength={120} required />
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

type Words = TFunction<['teams', 'failures']>;

/** What is wrong with a team that its contract does not tell. */
export function teamProblems({ name }: TeamValues, t: Words): FormProblems {
  return { name: name.trim() === '' ? t('failures:name_missing') : undefined };
}

/** What is said where the contract refuses a field. */
export function teamSays(t: Words): FormProblems {
  return {
    commissionRatePercent: t('problem.commission'),
    monthlyTargetMinor: t('problem.target'),
  };
}
