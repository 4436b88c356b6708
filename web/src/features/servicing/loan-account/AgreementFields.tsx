import {
  agreementChannels,
  type AgreementChannel,
} from '@bursar/contracts/servicing/reschedules.values';
import { useTranslation } from 'react-i18next';
import type { FieldOf } from '../../../lib/form-fields.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';

/** The field for how the borrower agreed to a plan. */
export function AgreedByField(field: FieldOf<AgreementChannel | null>) {
  const { t } = useTranslation(['reschedules', 'contact-log']);
  return (
    <SelectField
      {...field}
      label={t('plan.field.agreedBy')}
      options={agreementChannels.map((value) => ({
        value,
        label: t(`contact-log:channel.${value}`),
      }))}
    />
  );
}

/** The field for the reason for new terms. */
export function ReasonField(field: FieldOf<string>) {
  const { t } = useTranslation('reschedules');
  return <TextareaField {...field} label={t('field.reason')} rows={2} maxLength={500} required />;
}
