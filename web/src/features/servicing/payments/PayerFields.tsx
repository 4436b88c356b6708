import { useTranslation } from 'react-i18next';
import type { FieldOf } from '../../../lib/form-fields.ts';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';

type PayerFieldsProps = {
  readonly payer: FieldOf<string>;
  readonly externalReference: FieldOf<string>;
  readonly note: FieldOf<string>;
};

/** The optional fields of every payment: payer, reference and note. */
export function PayerFields({ payer, externalReference, note }: PayerFieldsProps) {
  const { t } = useTranslation('payments');
  return (
    <>
      <Grid min={12}>
        <TextField {...payer} label={t('field.payer')} optional maxLength={200} />
        <TextField
          {...externalReference}
          label={t('field.externalReference')}
          optional
          maxLength={100}
        />
      </Grid>
      <TextareaField {...note} label={t('field.note')} optional rows={2} maxLength={500} />
    </>
  );
}
