import { CURRENCY_CODES } from '@bursar/loan-maths/money';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormAttempt } from '../../lib/form-attempt.ts';
import { FormGrid } from '../../ui/form/FormGrid.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { TimeZoneField } from '../../ui/form/TimeZoneField.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { newPortfolio } from './portfolio-draft.ts';
import type { PortfolioDraft } from './portfolio-draft.ts';
import type { Portfolio } from './staff.queries.ts';

type PortfolioFieldsProps = {
  readonly draft: PortfolioDraft;
  readonly change: (changes: Partial<PortfolioDraft>) => void;
  readonly form: FormAttempt;
  /** Undefined while they are on their way. */
  readonly portfolios: readonly Portfolio[] | undefined;
};

/** The portfolio that a manager runs. */
export function PortfolioFields({ draft, change, form, portfolios = [] }: PortfolioFieldsProps) {
  const { t } = useTranslation('staff');
  return (
    <>
      <SelectField
        {...form.fieldProps('portfolio')}
        label={t('field.portfolio')}
        placeholder={t('field.portfolioHolder')}
        options={[
          ...portfolios.map(({ id, name, currency }) => ({
            value: id,
            label: name,
            note: currency,
          })),
          { value: newPortfolio, label: t('field.newPortfolio') },
        ]}
        value={draft.choice}
        onChange={(choice) => change({ choice })}
        required
      />
      {draft.choice === newPortfolio && (
        <NewPortfolioFields draft={draft} change={change} form={form} />
      )}
    </>
  );
}

function NewPortfolioFields({ draft, change, form }: Omit<PortfolioFieldsProps, 'portfolios'>) {
  const { t } = useTranslation('staff');
  return (
    <>
      <TextField
        {...form.fieldProps('portfolio.name')}
        label={t('field.portfolioName')}
        value={draft.name}
        onChange={(name) => change({ name })}
        maxLength={120}
        required
      />
      <FormGrid columns={2}>
        <SelectField
          {...form.fieldProps('portfolio.currency')}
          label={t('field.currency')}
          options={useCurrencyOptions()}
          value={draft.currency}
          onChange={(currency) => change({ currency })}
          required
        />
        <TimeZoneField
          {...form.fieldProps('portfolio.timeZone')}
          label={t('field.timeZone')}
          hint={t('field.portfolioTimeZoneHint')}
          timeZone={draft.timeZone}
          onChange={(timeZone) => change({ timeZone })}
          required
        />
      </FormGrid>
    </>
  );
}

/** Every currency that loans can be in, by its code and its name in the reader’s language. */
function useCurrencyOptions() {
  const { locale } = useFormat().settings;
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'currency', fallback: 'none' });
    return CURRENCY_CODES.map((code) => {
      const name = names.of(code);
      return { value: code, label: name === undefined ? code : `${code} · ${name}` };
    });
  }, [locale]);
}
