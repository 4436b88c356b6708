import { useTranslation } from 'react-i18next';
import type { FieldOf } from '../../../lib/form-fields.ts';
import { CountField } from '../../../ui/form/CountField.tsx';
import { DayField } from '../../../ui/form/DayField.tsx';
import { PercentField } from '../../../ui/form/PercentField.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import type { Preview } from './reschedules.queries.ts';

type TermsFieldsProps = {
  readonly instalmentCount: FieldOf<number | null>;
  readonly annualRatePercent: FieldOf<string | null>;
  readonly firstDueOn: FieldOf<string | null>;
  /** The values of fields that the user has not filled in. */
  readonly usual: Preview['terms'] | undefined;
  readonly businessDate: string;
};

/** The fields of the new terms of a loan. */
export function TermsFields(props: TermsFieldsProps) {
  const { instalmentCount, annualRatePercent, firstDueOn, usual, businessDate } = props;
  const { t } = useTranslation('reschedules');
  return (
    <Grid min={10}>
      <CountField
        {...instalmentCount}
        value={instalmentCount.value ?? usual?.instalmentCount ?? null}
        label={t('field.instalmentCount')}
        required
        focusFirst
      />
      <PercentField
        {...annualRatePercent}
        value={annualRatePercent.value ?? usual?.annualRatePercent ?? null}
        label={t('field.annualRatePercent')}
        required
      />
      <DayField
        {...firstDueOn}
        value={firstDueOn.value ?? usual?.firstDueOn ?? null}
        label={t('field.firstDueOn')}
        today={businessDate}
        earliest={businessDate}
        required
      />
    </Grid>
  );
}
