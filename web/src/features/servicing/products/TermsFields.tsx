import {
  dayOffRules,
  productDayCounts,
  roundings,
  scheduleMethods,
} from '@bursar/contracts/servicing/product-terms';
import { currencyDecimals } from '@bursar/loan-maths/money';
import type { Interval } from '@bursar/loan-maths/due-dates';
import type { AllocationComponent, ComponentOrder } from '@bursar/loan-maths/allocation';
import {
  ALLOCATION_ORDERS,
  allocationOrderOf,
  isNamedOrder,
  COMPONENT_ORDERS,
  type AllocationOrder,
} from '@bursar/loan-maths/component-orders';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { allocationOrderText } from '../loan-account/allocation-order-text.ts';
import type { ContractForm } from '../../../lib/contract-form.ts';
import { useBusinessCalendar } from '../loan-account/business-calendar-query.ts';
import { paths } from '../../../lib/paths.ts';
import { LoanCostPicture } from '../loan-account/LoanCostPicture.tsx';
import { CountField } from '../../../ui/form/CountField.tsx';
import { MoneyField } from '../../../ui/form/MoneyField.tsx';
import { FormSection, TwoFields } from '../../../ui/form/PageForm.tsx';
import { PercentField } from '../../../ui/form/PercentField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import {
  choiceText,
  exampleOf,
  termsOf,
  type FeeName,
  type TermsValues,
} from './product-values.ts';

/** The portfolio of the product. */
export type Place = {
  readonly id: string;
  readonly currency: string;
  readonly businessDate: string;
};

type TermsForm = ContractForm<{ readonly terms: TermsValues }>;

type FieldsProps = {
  readonly form: TermsForm;
  readonly place: Place;
  /** Shown before the terms. */
  readonly children?: ReactNode;
};

/** The terms in sections, and the example that updates while the user types. */
export function TermsFields({ form, place, children }: FieldsProps) {
  const { t } = useTranslation('products');
  const values = useDeferredValue(form.values.terms);
  const businessCalendar = useBusinessCalendar(place.id);
  const example = useMemo(() => {
    const terms = termsOf(values);
    const { currency, businessDate: day } = place;
    return terms && businessCalendar && exampleOf(terms, { currency, day, businessCalendar });
  }, [values, place, businessCalendar]);
  return (
    <>
      <FormSection title={t('section.terms')} hint={t('section.termsHint')}>
        {children}
        <UsualFields form={form} />
      </FormSection>
      <FormSection title={t('section.limits')} hint={t('section.limitsHint')}>
        <LimitFields form={form} place={place} />
      </FormSection>
      <FormSection title={t('section.schedule')} hint={t('section.scheduleHint')}>
        <ScheduleFields form={form} place={place} />
      </FormSection>
      <FormSection title={t('section.charges')} hint={t('section.chargesHint')}>
        <ChargeFields form={form} place={place} />
      </FormSection>
      <FormSection title={t('section.payments')} hint={t('section.paymentsHint')}>
        <OrderField form={form} />
      </FormSection>
      <FormSection title={t('section.example')} hint={example && <ExampleHint {...example} />}>
        {example ? (
          <LoanCostPicture currency={place.currency} cost={example.cost} />
        ) : (
          <Text tone="muted">{t('example.none')}</Text>
        )}
      </FormSection>
    </>
  );
}

function UsualFields({ form: { field } }: Pick<FieldsProps, 'form'>) {
  const { t } = useTranslation('products');
  return (
    <TwoFields>
      <PercentField {...field('terms.annualRatePercent')} label={t('field.rate')} required />
      <CountField {...field('terms.instalmentCount')} label={t('field.count')} required />
    </TwoFields>
  );
}

function LimitFields({ form: { field }, place: { currency } }: Omit<FieldsProps, 'children'>) {
  const { t } = useTranslation('products');
  return (
    <TwoFields>
      <MoneyField
        {...field('terms.principalMinMinor')}
        label={t('field.principalMin')}
        currency={currency}
        required
      />
      <MoneyField
        {...field('terms.principalMaxMinor')}
        label={t('field.principalMax')}
        currency={currency}
        required
      />
      <PercentField {...field('terms.annualRateMinPercent')} label={t('field.rateMin')} required />
      <PercentField {...field('terms.annualRateMaxPercent')} label={t('field.rateMax')} required />
      <CountField {...field('terms.instalmentCountMin')} label={t('field.countMin')} required />
      <CountField {...field('terms.instalmentCountMax')} label={t('field.countMax')} required />
    </TwoFields>
  );
}

function ScheduleFields({ form, place }: Omit<FieldsProps, 'children'>) {
  const { t } = useTranslation('products');
  const { field, controlProps, values, change } = form;
  const { terms } = values;
  const choose = <Name extends ChoiceName>(name: Name, options: readonly TermsValues[Name][]) => ({
    ...controlProps(`terms.${name}`),
    label: t(`field.${name}`),
    required: true as const,
    options: options.map((value) => ({ value, label: choiceText(t, value) })),
    value: terms[name],
    onChange: (value: TermsValues[Name]) => change({ terms: { ...terms, [name]: value } }),
  });
  return (
    <TwoFields>
      <SelectField {...choose('scheduleMethod', scheduleMethods)} />
      <SelectField {...choose('dayCount', productDayCounts)} />
      <FrequencyField form={form} />
      <SelectField {...choose('dayOffRule', dayOffRules)} hint={<BusinessCalendarHint />} />
      <CountField
        {...field('terms.gracePrincipal')}
        label={t('field.gracePrincipal')}
        hint={t('field.gracePrincipalHint')}
        required
      />
      <CountField
        {...field('terms.graceInterest')}
        label={t('field.graceInterest')}
        hint={t('field.graceInterestHint')}
        required
      />
      <SelectField {...choose('instalmentRounding', roundings)} />
      <MultipleField form={form} place={place} />
    </TwoFields>
  );
}

/** The rounding unit of instalments: the usual amounts and the current value. */
function MultipleField({ form, place: { currency } }: Omit<FieldsProps, 'children'>) {
  const { t } = useTranslation('products');
  const format = useFormat();
  const { terms } = form.values;
  const now = terms.instalmentMultipleMinor;
  const unit = 10 ** (currencyDecimals(currency) ?? 2);
  const usual = new Set([1, unit, 5 * unit, 10 * unit, 50 * unit, 100 * unit, now]);
  return (
    <SelectField
      {...form.controlProps('terms.instalmentMultipleMinor')}
      label={t('field.instalmentMultiple')}
      required
      options={[...usual]
        .toSorted((one, other) => one - other)
        .map((multiple) => ({ value: `${multiple}`, label: format.amount(multiple, currency) }))}
      value={`${now}`}
      onChange={(multiple) =>
        form.change({ terms: { ...terms, instalmentMultipleMinor: Number(multiple) } })
      }
    />
  );
}

/** Links to the rules of the whole portfolio, which include the days off. */
function BusinessCalendarHint() {
  const { t } = useTranslation('products');
  return <Link to={paths.officeRules()}>{t('field.dayOffRuleHint')}</Link>;
}

/** The usual orders by name; a custom order is composed component by component. */
function OrderField({ form }: { readonly form: TermsForm }) {
  const { t } = useTranslation(['products', 'facts']);
  const { t: fieldValueText } = useTranslation('facts');
  const { terms } = form.values;
  const [isCustom, setCustom] = useState(!isNamedOrder(terms.allocationOrder));
  const order = COMPONENT_ORDERS[terms.allocationOrder];
  const set = (allocationOrder: AllocationOrder) =>
    form.change({ terms: { ...terms, allocationOrder } });
  const controlProps = form.controlProps('terms.allocationOrder');
  return (
    <>
      <SelectField
        {...controlProps}
        label={t('field.allocationOrder')}
        required
        options={[
          ...ALLOCATION_ORDERS.filter(isNamedOrder).map((value) => ({
            value,
            label: allocationOrderText(fieldValueText, value),
          })),
          { value: 'custom', label: t('order.another') },
        ]}
        value={isCustom ? 'custom' : terms.allocationOrder}
        onChange={(chosen) => {
          setCustom(chosen === 'custom');
          if (chosen !== 'custom') set(chosen);
        }}
      />
      {isCustom && (
        <TwoFields>
          {places.map((place, index) => (
            <SelectField
              key={place}
              id={`${controlProps.id}-${place}`}
              label={t(`order.place.${place}`)}
              required
              options={COMPONENT_ORDERS.penalties_fees_interest_principal.map((value) => ({
                value,
                label: t(`facts:portion.first.${value}`),
              }))}
              value={order[index] ?? null}
              onChange={(component) => set(allocationOrderOf(withAt(order, index, component)))}
            />
          ))}
        </TwoFields>
      )}
    </>
  );
}

const places = ['first', 'second', 'third', 'last'] as const;

/**
 * Returns the order with a component at an index; it swaps places with the component that was
 * there.
 */
const withAt = (
  order: ComponentOrder,
  index: number,
  component: AllocationComponent,
): readonly AllocationComponent[] =>
  order.map((one, place) => {
    if (place === index) return component;
    return one === component ? (order[index] ?? one) : one;
  });

/** The frequency of instalments: the usual choices and the current value. */
function FrequencyField({ form }: { readonly form: TermsForm }) {
  const { t } = useTranslation('products');
  const format = useFormat();
  const { terms } = form.values;
  const now = { every: terms.frequencyEvery, unit: terms.frequencyUnit };
  const isUsual = usualIntervals.some(
    ({ every, unit }) => every === now.every && unit === now.unit,
  );
  const intervals = isUsual ? usualIntervals : [...usualIntervals, now];
  const keyOf = ({ every, unit }: Interval) => `${every} ${unit}`;
  return (
    <SelectField
      {...form.controlProps('terms.frequencyEvery')}
      label={t('field.every')}
      required
      options={intervals.map((interval) => ({
        value: keyOf(interval),
        label: t(`every.${interval.unit}`, {
          count: interval.every,
          figure: format.count(interval.every),
        }),
      }))}
      value={keyOf(now)}
      onChange={(key) => {
        const chosen = intervals.find((interval) => keyOf(interval) === key) ?? now;
        form.change({
          terms: { ...terms, frequencyEvery: chosen.every, frequencyUnit: chosen.unit },
        });
      }}
    />
  );
}

const usualIntervals: readonly Interval[] = [
  { every: 1, unit: 'days' },
  { every: 1, unit: 'weeks' },
  { every: 2, unit: 'weeks' },
  { every: 4, unit: 'weeks' },
  { every: 1, unit: 'months' },
  { every: 2, unit: 'months' },
  { every: 3, unit: 'months' },
  { every: 6, unit: 'months' },
  { every: 12, unit: 'months' },
  { every: 30, unit: 'days' },
];

type ChoiceName = 'scheduleMethod' | 'dayCount' | 'instalmentRounding' | 'dayOffRule';

function ChargeFields({ form, place }: Omit<FieldsProps, 'children'>) {
  return (
    <TwoFields>
      <FeeField form={form} place={place} name="disbursementFee" />
      <FeeField form={form} place={place} name="instalmentFee" />
    </TwoFields>
  );
}

type FeeFieldProps = Omit<FieldsProps, 'children'> & {
  readonly name: FeeName;
};

/** The kind of a fee (none, a fixed amount or a percentage) and, below it, its figure. */
function FeeField({ form, place, name }: FeeFieldProps) {
  const { t } = useTranslation('products');
  const { controlProps, values, change } = form;
  const fee = values.terms[name];
  const set = (changes: Partial<typeof fee>) =>
    change({ terms: { ...values.terms, [name]: { ...fee, ...changes } } });
  const kinds = ['none', 'fixed', 'percent'] as const;
  const figure = { ...form.field(`terms.${name}`), ...controlProps(`terms.${name}`) };
  return (
    <Stack gap={4}>
      <SelectField
        id={`${figure.id}-kind`}
        label={t(`field.${name}`)}
        required
        options={kinds.map((value) => ({ value, label: t(`fee.${name}.${value}`) }))}
        value={fee.kind}
        onChange={(kind) => set({ kind })}
      />
      {fee.kind === 'fixed' && (
        <MoneyField
          {...figure}
          label={t('field.amount')}
          currency={place.currency}
          value={fee.amountMinor}
          onChange={(amountMinor) => set({ amountMinor })}
          required
        />
      )}
      {fee.kind === 'percent' && (
        <PercentField
          {...figure}
          label={t(`field.percent.${name}`)}
          value={fee.percent}
          onChange={(percent) => set({ percent })}
          required
        />
      )}
    </Stack>
  );
}

type Example = ReturnType<typeof exampleOf>;

function ExampleHint({ loan, cost }: NonNullable<Example>) {
  const { t } = useTranslation('products');
  const format = useFormat();
  const { principalMinor, currency, annualRatePercent } = loan;
  const instalments = cost.schedule.rows.length;
  return t('example.of', {
    amount: format.amount(principalMinor, currency),
    rate: format.percent(annualRatePercent),
    count: instalments,
    figure: format.count(instalments),
  });
}
