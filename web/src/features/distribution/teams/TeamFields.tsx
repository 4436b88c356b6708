import type { TeamRow } from '@bursar/contracts/distribution/teams';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from '../../../lib/contract-form.ts';
import type { FormProblems } from '../../../lib/form-fields.ts';
import { ShareAndTarget } from '../people/ShareAndTarget.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';

/** A team's form values, with the field names of the request. */
export type TeamValues = Pick<TeamRow, 'name' | 'commissionRatePercent' | 'monthlyTargetMinor'>;

type TeamFieldsProps = {
  readonly form: Pick<ContractForm<TeamValues>, 'field'>;
  readonly currency: string;
};

/** The fields of a team's name, commission and target. */
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

type Translate = TFunction<['teams', 'failures']>;

/** The problems of a team that the contract does not find. */
export function teamProblems({ name }: TeamValues, t: Translate): FormProblems {
  return { name: name.trim() === '' ? t('failures:name_missing') : undefined };
}

/** Sentences for fields that the contract refuses. */
export function teamMessages(t: Translate): FormProblems {
  return {
    commissionRatePercent: t('problem.commission'),
    monthlyTargetMinor: t('problem.target'),
  };
}
