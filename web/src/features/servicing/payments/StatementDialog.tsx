import { addMonths, calendarDate } from '@bursar/loan-maths/calendar';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '../../../lib/contract-form.ts';
import { languages } from '../../../lib/languages.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { LanguageField } from '../../../ui/form/LanguageField.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import {
  useStatementLanguage,
  useSaveStatement,
  type StatementLoan,
  type StatementAsked,
} from './payments.queries.ts';

type StatementDialogProps = {
  readonly loan: StatementLoan & { readonly reference: string; readonly businessDate: string };
  readonly opened: boolean;
  readonly onClose: () => void;
};

type Values = {
  readonly from: string | null;
  readonly to: string | null;
  readonly language: StatementAsked['language'];
};

/** Asks for the days and the language of a statement and saves it. */
export function StatementDialog({ loan, opened, onClose }: StatementDialogProps) {
  const { t } = useTranslation(['payments', 'failures']);
  const language = useStatementLanguage(loan);
  const today = loan.businessDate;
  const form = useContractForm<Values, StatementAsked, void>({
    name: 'statement',
    opened,
    empty: () => ({ from: addMonths(calendarDate(today), -3), to: today, language }),
    rules: ({ from, to }) => ({
      from: from === null ? t('statement.dayMissing') : undefined,
      to:
        to === null
          ? t('statement.dayMissing')
          : from !== null && from > to
            ? t('failures:range_upside_down')
            : undefined,
    }),
    body: ({ from, to, language: asked }) =>
      from === null || to === null ? null : { from, to, language: asked },
    mutation: useSaveStatement(loan.id),
    onSent: onClose,
  });
  return (
    <FormDialog
      {...form.dialog}
      opened={opened}
      onClose={onClose}
      size="small"
      title={t('statement.title', { reference: loan.reference })}
      submitLabel={t('statement.save')}
    >
      <p>{t('statement.meaning')}</p>
      <Grid min={9}>
        <DayField {...form.field('from')} label={t('statement.from')} today={today} required />
        <DayField {...form.field('to')} label={t('statement.to')} today={today} required />
      </Grid>
      <LanguageField
        {...form.field('language')}
        label={t('statement.language')}
        languages={languages}
      />
    </FormDialog>
  );
}
