import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '../../../lib/contract-form.ts';
import type { FieldOf } from '../../../lib/form-fields.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../lib/session-query.ts';
import { ButtonLink } from '../../../ui/button/Button.tsx';
import { CreateLink } from '../../../ui/button/CreateButton.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { timeZoneText } from '../../../ui/format/time-zone-text.ts';
import { FormSection, PageForm } from '../../../ui/form/PageForm.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { TimeZoneField } from '../../../ui/form/TimeZoneField.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { FormToCome } from '../../../ui/page/PageShape.tsx';
import {
  portfolioSettingsQuery,
  useChangePortfolio,
  type PortfolioSettings as Portfolio,
} from './settings.queries.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { printDates, printNumbers, type PrintNumbers } from '@bursar/contracts/print-format.values';
import type { InputOf } from '@bursar/contracts/endpoint';
import type { ChangePortfolio } from '@bursar/contracts/control/portfolio-settings';

type PortfolioSettingsProps = {
  /** Further sections, shown below the forms of the portfolios. */
  readonly further: ReactNode;
};

/** The portfolios that the user manages, each with its form. */
export function PortfolioSettings({ further }: PortfolioSettingsProps) {
  const { t } = useTranslation('settings-page');
  const mayCreate = useMay('create-portfolios');
  const query = useQuery(portfolioSettingsQuery);
  const create = <CreateLink to={paths.createPortfolio()}>{t('portfolio.create')}</CreateLink>;
  return (
    <Loaded
      load={loadOf(query)}
      waiting={<FormToCome />}
      isEmpty={({ portfolios }) => portfolios.length === 0}
      empty={
        <EmptyState
          title={t('portfolio.none')}
          hint={t('portfolio.noneHint')}
          action={mayCreate && create}
        />
      }
    >
      {({ portfolios }) => (
        <Stack gap={6}>
          {portfolios.map((portfolio) => (
            <PortfolioForm
              // Another user's saved change resets the form.
              key={[portfolio.id, ...Object.values(valuesOf(portfolio))].join(' ')}
              portfolio={portfolio}
            />
          ))}
          {mayCreate && <Row>{create}</Row>}
          {further}
          <FormSection title={t('portfolio.rules')} hint={t('portfolio.officeRules')}>
            <Row>
              <ButtonLink to={paths.officeRules()}>{t('portfolio.openRules')}</ButtonLink>
            </Row>
          </FormSection>
        </Stack>
      )}
    </Loaded>
  );
}

const contract = () =>
  import('@bursar/contracts/control/portfolio-settings').then((it) => it.changePortfolio);

type Sent = InputOf<ChangePortfolio>['body'];
type Values = Omit<Sent, 'timeZone' | 'fiscalYearMonth'> & {
  readonly timeZone: string | null;
  readonly fiscalYearMonth: string;
};

const valuesOf = (portfolio: Portfolio): Values => ({
  name: portfolio.name,
  timeZone: portfolio.timeZone,
  fiscalYearMonth: String(portfolio.fiscalYearMonth),
  printNumbers: portfolio.printNumbers,
  printDates: portfolio.printDates,
});

function PortfolioForm({ portfolio }: { readonly portfolio: Portfolio }) {
  const { t } = useTranslation(['settings-page', 'failures']);
  const { id, name, timeZone, currency, mayChangeTimeZone } = portfolio;
  const form = useContractForm<Values, Sent, Portfolio>({
    name: `portfolio-${id}`,
    empty: () => valuesOf(portfolio),
    rules: (values) => ({
      name: values.name.trim() === '' ? t('failures:name_missing') : undefined,
      timeZone: values.timeZone === null ? t('portfolio.timeZoneMissing') : undefined,
    }),
    contract,
    body: ({ timeZone: chosen, fiscalYearMonth, ...values }) =>
      chosen === null
        ? null
        : { ...values, timeZone: chosen, fiscalYearMonth: Number(fiscalYearMonth) },
    mutation: useChangePortfolio(id),
    onSent: () => notify.success(t('portfolio.saved')),
  });
  return (
    <PageForm form={form} submitLabel={t('portfolio.save')}>
      <FormSection title={name} hint={t('portfolio.fixedCurrency', { currency })}>
        <TextField {...form.field('name')} label={t('portfolio.name')} maxLength={120} required />
        {mayChangeTimeZone ? (
          <TimeZoneField
            {...form.field('timeZone')}
            label={t('portfolio.timeZone')}
            hint={t('portfolio.timeZoneHint')}
          />
        ) : (
          <Stack gap={1}>
            <Text size="table" weight="medium">
              {t('portfolio.timeZone')}
            </Text>
            <p>
              <bdi dir="ltr">{timeZoneText(timeZone, new Date())}</bdi>
            </p>
            <Text tone="muted" size="table">
              {t('portfolio.timeZoneFixed')}
            </Text>
          </Stack>
        )}
        <FiscalYearField {...form.field('fiscalYearMonth')} />
        <SelectField
          {...form.field('printNumbers')}
          label={t('portfolio.printNumbers')}
          hint={t('portfolio.printHint')}
          options={printNumbers.map((value) => ({ value, label: numberSamples[value] }))}
          required
        />
        <SelectField
          {...form.field('printDates')}
          label={t('portfolio.printDates')}
          options={printDates.map((value) => ({ value, label: t(`portfolio.dates.${value}`) }))}
          required
        />
      </FormSection>
    </PageForm>
  );
}

function FiscalYearField(field: FieldOf<string>) {
  const { t } = useTranslation('settings-page');
  const format = useFormat();
  const months = Array.from({ length: 12 }, (_, index) => String(index + 1));
  return (
    <SelectField
      {...field}
      label={t('portfolio.fiscalYear')}
      hint={t('portfolio.fiscalYearHint')}
      options={months.map((value) => ({
        value,
        label: format.day(`2026-${value.padStart(2, '0')}-01`, 'month-name'),
      }))}
      required
    />
  );
}

const numberSamples: Readonly<Record<PrintNumbers, string>> = {
  point: '1,234,567.50',
  comma: '1.234.567,50',
  space: '1\u00a0234\u00a0567,50',
  indian: '12,34,567.50',
};
