import { weekdays as week } from '@bursar/contracts/choices';
import { WEEKLY_DAYS_OFF_MAX } from '@bursar/contracts/servicing/business-calendar.values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useContractForm } from '../../../lib/contract-form.ts';
import { paths } from '../../../lib/paths.ts';
import { weekdayName } from '../../../lib/weekday-name.ts';
import { ButtonLink } from '../../../ui/button/Button.tsx';
import { FormDone, FormSection, PageForm } from '../../../ui/form/PageForm.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import { TimeZoneField } from '../../../ui/form/TimeZoneField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Grid, Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { useCurrencyOptions } from '../../distribution/people/currency-options.ts';
import { useCreatePortfolio, type PortfolioSettings } from './settings.queries.ts';

const contract = () =>
  import('@bursar/contracts/control/portfolio-settings').then((it) => it.createPortfolio);

/** Saturday and Sunday, on which new portfolios are closed by default. */
const usualWeekend: readonly number[] = [6, 7];

type Values = {
  id: string;
  name: string;
  currency: string | null;
  timeZone: string | null;
  weekdaysOff: readonly number[];
};

/** The guided form for a new portfolio: name, currency, time zone and working days. */
export function CreatePortfolio() {
  const { t } = useTranslation('settings-page');
  const [created, setCreated] = useState<PortfolioSettings | null>(null);
  const currencies = useCurrencyOptions();
  const form = usePortfolioForm(setCreated);
  if (created) {
    return (
      <FormDone title={t('create.done', { name: created.name })} hint={t('create.doneHint')}>
        <ButtonLink kind="primary" to={paths.createUser}>
          {t('create.inviteManager')}
        </ButtonLink>
        <ButtonLink to={paths.settings('portfolio')}>{t('create.back')}</ButtonLink>
      </FormDone>
    );
  }
  return (
    <PageForm
      form={form}
      submitLabel={t('create.submit')}
      cancel={<ButtonLink to={paths.settings('portfolio')}>{t('create.cancel')}</ButtonLink>}
    >
      <FormSection title={t('create.title')} hint={t('create.hint')}>
        <TextField
          {...form.field('name')}
          label={t('portfolio.name')}
          maxLength={120}
          required
          focusFirst
        />
        <Grid min={12}>
          <SelectField
            {...form.field('currency')}
            label={t('portfolio.currency')}
            options={currencies}
            required
          />
          <TimeZoneField
            {...form.field('timeZone')}
            label={t('portfolio.timeZone')}
            hint={t('portfolio.timeZoneHint')}
          />
        </Grid>
      </FormSection>
      <FormSection title={t('create.daysOff')} hint={t('create.daysOffHint')}>
        <WeekdayBoxes
          chosen={form.values.weekdaysOff}
          onChange={(weekdaysOff) => form.change({ weekdaysOff })}
        />
      </FormSection>
    </PageForm>
  );
}

function usePortfolioForm(onSent: (created: PortfolioSettings) => void) {
  const { t } = useTranslation(['settings-page', 'failures']);
  return useContractForm<
    Values,
    Parameters<ReturnType<typeof useCreatePortfolio>['mutate']>[0],
    PortfolioSettings
  >({
    name: 'portfolio',
    empty: () => ({
      id: uuidv7(),
      name: '',
      currency: null,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      weekdaysOff: usualWeekend,
    }),
    rules: ({ name, currency, timeZone, weekdaysOff }) => ({
      name: name.trim() === '' ? t('failures:name_missing') : undefined,
      currency: currency === null ? t('portfolio.currencyMissing') : undefined,
      timeZone: timeZone === null ? t('portfolio.timeZoneMissing') : undefined,
      weekdaysOff: weekdaysOff.length > WEEKLY_DAYS_OFF_MAX ? t('create.tooManyDays') : undefined,
    }),
    contract,
    body: ({ currency, timeZone, weekdaysOff, ...values }) =>
      currency === null || timeZone === null
        ? null
        : { ...values, currency, timeZone, weekdaysOff: [...weekdaysOff] },
    mutation: useCreatePortfolio(),
    onSent,
  });
}

type WeekdayBoxesProps = {
  readonly chosen: readonly number[];
  readonly onChange: (chosen: readonly number[]) => void;
};

function WeekdayBoxes({ chosen, onChange }: WeekdayBoxesProps) {
  const { t } = useTranslation('settings-page');
  const { locale } = useFormat().settings;
  const toggle = (day: number) =>
    onChange(chosen.includes(day) ? chosen.filter((one) => one !== day) : [...chosen, day]);
  return (
    <fieldset>
      <Box as="legend" tone="muted" below={2}>
        {t('create.daysOffLegend')}
      </Box>
      <Box flow="row" gap={4} lines={2}>
        {week.map((day) => (
          <Row as="label" key={day} gap={2}>
            <TickBox checked={chosen.includes(day)} onChange={() => toggle(day)} />
            {weekdayName(locale, day, 'long')}
          </Row>
        ))}
      </Box>
      {chosen.length > WEEKLY_DAYS_OFF_MAX && (
        <Text tone="late" role="alert">
          {t('create.tooManyDays')}
        </Text>
      )}
    </fieldset>
  );
}
