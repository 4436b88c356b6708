import { addMonths, calendarDate, dateFromParts, dateParts } from '@bursar/loan-maths/calendar';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { useLanguage } from '../../../lib/languages.ts';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { useSaveStatement } from './income.queries.ts';
import type { Income } from './income.queries.ts';

type StatementDialogProps = {
  opened: boolean;
  own: NonNullable<Income['own']>;
  businessDate: string;
  onClose: () => void;
};

const formats = ['pdf', 'csv'] as const;
const MONTHS = 24;

/** Saves the monthly statement of one team or agent as a PDF or CSV file. */
export function StatementDialog({ opened, own, businessDate, onClose }: StatementDialogProps) {
  const { t } = useTranslation('income');
  const format = useFormat();
  const language = useLanguage();
  const months = monthsBefore(businessDate);
  const [month, setMonth] = useState(months[1] ?? months[0] ?? '');
  const [kind, setKind] = useState<(typeof formats)[number]>('pdf');
  const saving = useSaveStatement();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="small"
      title={t('statement.title', { name: own.name })}
      submitLabel={t('statement.save')}
      busy={saving.isPending}
      failure={saving.error ? failureSentence(saving.error) : undefined}
      onSubmit={() =>
        saving.mutate(
          {
            format: kind,
            month,
            language,
            ...(own.kind === 'team' ? { teamId: own.id } : { agentId: own.id }),
          },
          { onSuccess: onClose },
        )
      }
    >
      <p>{t('statement.meaning')}</p>
      <SelectField
        id="statement-month"
        label={t('statement.month')}
        required
        options={months.map((value) => ({ value, label: format.day(`${value}-01`, 'month') }))}
        value={month}
        onChange={(next) => setMonth(next ?? month)}
      />
      <SegmentedChoice
        label={t('statement.format')}
        choices={formats.map((value) => ({ value, label: t(`statement.${value}`) }))}
        chosen={kind}
        onChoose={setKind}
      />
    </FormDialog>
  );
}

/** Returns this month and those before it, latest first, as `YYYY-MM`. */
function monthsBefore(businessDate: string): readonly string[] {
  const { year, month } = dateParts(calendarDate(businessDate));
  const first = dateFromParts(year, month, 1);
  return Array.from({ length: MONTHS }, (_, back) => addMonths(first, -back).slice(0, 7));
}
