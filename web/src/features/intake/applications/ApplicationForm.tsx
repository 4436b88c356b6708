import type { SubmitApplication } from '@bursar/contracts/intake/applications';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { costOfLoan, type BusinessCalendarDates } from '@bursar/contracts/servicing/product-terms';
import { calendarDate } from '@bursar/loan-maths/calendar';
import { parseAnnualRate } from '@bursar/loan-maths/rate';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { useContractForm, type ContractForm } from '../../../lib/contract-form.ts';
import { useBusinessCalendar } from '../../servicing/loan-account/business-calendar-query.ts';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button/Button.tsx';
import { LoanCostPicture } from '../../servicing/loan-account/LoanCostPicture.tsx';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { CountField } from '../../../ui/form/CountField.tsx';
import { DayField } from '../../../ui/form/DayField.tsx';
import { MoneyField } from '../../../ui/form/MoneyField.tsx';
import { FormSection, TwoFields, PageForm } from '../../../ui/form/PageForm.tsx';
import { PercentField } from '../../../ui/form/PercentField.tsx';
import { PhoneField } from '../../../ui/form/PhoneField.tsx';
import { SearchedField, SeveralSearchedField } from '../../../ui/form/SearchedField.tsx';
import { SelectField, type SelectOption } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import {
  bodyOf,
  emptyValues,
  oneIntervalAfter,
  problemsOf,
  type Body,
  type Values,
} from './application-rules.ts';
import {
  foundBorrowersQuery,
  useSubmitApplication,
  type OfferedProduct,
} from './applications.queries.ts';

type Form = ContractForm<Values>;

export type AlikeOf = (typed: Pick<Values, 'name' | 'phone' | 'email'>) => ReactNode;

type ApplicationFormProps = {
  /** Renders existing borrowers that may be the same person as the typed one. */
  readonly alikeOf: AlikeOf;
  readonly products: readonly OfferedProduct[];
  /** The portfolio's business day. */
  readonly today: string;
};

/** A new loan application; it shows the cost of the loan while the user types. */
export function ApplicationForm({ products, today, alikeOf }: ApplicationFormProps) {
  const { t } = useTranslation(['applications', 'failures']);
  const format = useFormat();
  const [submitted, setSubmitted] = useState<string | null>(null);
  const productOf = ({ productId }: Values) => products.find(({ id }) => id === productId);
  const form = useContractForm<Values, Body, AnswerOf<SubmitApplication>>({
    name: 'application',
    empty: () => emptyValues(products.length === 1 ? products[0] : undefined, today),
    rules: (values) => problemsOf(values, { t, format, product: productOf(values) }),
    contract: () =>
      import('@bursar/contracts/intake/applications').then((it) => it.submitApplication),
    body: (values) => bodyOf(values, productOf(values)),
    mutation: useSubmitApplication(),
    announce: () => notify.success(t('form.submitted')),
    onSent: ({ applicationId }) => setSubmitted(applicationId),
  });
  if (submitted !== null) return <Navigate to={paths.application(submitted)} replace />;
  const product = productOf(form.values);
  return (
    <PageForm
      form={form}
      submitLabel={t('form.submit')}
      cancel={<ButtonLink to={paths.applications}>{t('form.cancel')}</ButtonLink>}
    >
      <FormSection title={t('section.borrower')} hint={t('section.borrowerHint')}>
        <BorrowerFields form={form} alikeOf={alikeOf} />
      </FormSection>
      <FormSection title={t('section.loan')} hint={t('section.loanHint')}>
        <LoanFields form={form} products={products} today={today} />
      </FormSection>
      <FormSection title={t('section.cost')} hint={t('section.costHint')}>
        <Cost values={form.values} product={product} />
      </FormSection>
    </PageForm>
  );
}

type BorrowerFieldsProps = Pick<ApplicationFormProps, 'alikeOf'> & { readonly form: Form };

function BorrowerFields({ form, alikeOf }: BorrowerFieldsProps) {
  const { t } = useTranslation('applications');
  const { kind } = form.values;
  return (
    <>
      <ChoiceField
        {...form.controlProps('kind')}
        label={t('field.kind')}
        choices={(['known', 'new'] as const).map((value) => ({ value, label: t(`kind.${value}`) }))}
        value={kind}
        onChange={(chosen) => form.change({ kind: chosen })}
      />
      {kind === 'known' ? (
        <KnownBorrower form={form} />
      ) : (
        <>
          <TextField
            {...form.field('name', 'borrower.name')}
            label={t('field.name')}
            maxLength={120}
            required
          />
          <Grid min={12}>
            <PhoneField
              {...form.field('phone', 'borrower.phone')}
              label={t('field.phone')}
              maxLength={50}
              optional
            />
            <TextField
              {...form.field('email', 'borrower.email')}
              label={t('field.email')}
              type="email"
              maxLength={200}
              optional
            />
          </Grid>
          {alikeOf(form.values)}
        </>
      )}
      <CoBorrowers form={form} />
    </>
  );
}

/** Up to eight borrowers, found by name, number or contact data. */
function useFoundBorrowers(typed: string): readonly SelectOption[] {
  const { data } = useQuery(foundBorrowersQuery(useDeferredValue(typed.trim().slice(0, 100))));
  return (data?.rows ?? []).map(({ id, name, externalId, phone }) => ({
    value: id,
    label: [name ?? externalId, phone].filter(Boolean).join(' · '),
  }));
}

function CoBorrowers({ form }: { readonly form: Form }) {
  const { t } = useTranslation('applications');
  const [typed, setTyped] = useState('');
  const { borrowerId, coBorrowers, kind } = form.values;
  const found = useFoundBorrowers(typed);
  return (
    <SeveralSearchedField
      {...form.controlProps('coBorrowerIds')}
      label={t('field.coBorrowers')}
      hint={t('field.coBorrowersHint')}
      optional
      chosen={coBorrowers}
      found={found.filter(({ value }) => kind === 'new' || value !== borrowerId)}
      onType={setTyped}
      onChoose={(chosen) => form.change({ coBorrowers: chosen })}
    />
  );
}

function KnownBorrower({ form }: { readonly form: Form }) {
  const { t } = useTranslation('applications');
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<SelectOption | null>(null);
  const found = useFoundBorrowers(typed);
  return (
    <SearchedField
      {...form.controlProps('borrower')}
      label={t('field.borrower')}
      hint={t('field.borrowerHint')}
      required
      chosen={chosen}
      found={found}
      // The field writes the chosen label into its own text, which is not a new search.
      onType={(text) => setTyped(text === chosen?.label ? '' : text)}
      onChoose={(borrowerId) => {
        setChosen(found.find(({ value }) => value === borrowerId) ?? null);
        form.change({ borrowerId });
      }}
    />
  );
}

type LoanFieldsProps = Omit<ApplicationFormProps, 'alikeOf'> & { readonly form: Form };

function LoanFields({ form, products, today }: LoanFieldsProps) {
  const { t } = useTranslation('applications');
  const { field, values } = form;
  const product = products.find(({ id }) => id === values.productId);
  const choose = (productId: string) => {
    const terms = products.find(({ id }) => id === productId)?.latest.terms;
    if (!terms) return;
    form.change({
      productId,
      annualRatePercent: terms.annualRatePercent,
      instalmentCount: terms.instalmentCount,
      firstDueOn: oneIntervalAfter(values.disburseOn ?? today, terms),
    });
  };
  return (
    <>
      <SelectField
        {...form.controlProps('productVersionId')}
        label={t('field.product')}
        hint={product ? undefined : t('field.productHint')}
        required
        options={products.map(({ id, name }) => ({ value: id, label: name }))}
        value={values.productId}
        onChange={choose}
      />
      <TwoFields>
        <MoneyField
          {...field('principalMinor')}
          label={t('field.amount')}
          currency={(product?.latest ?? products[0]?.latest)?.currency ?? ''}
          disabled={!product}
          required
        />
        <PercentField
          {...field('annualRatePercent')}
          label={t('field.rate')}
          disabled={!product}
          required
        />
        <CountField
          {...field('instalmentCount')}
          label={t('field.count')}
          disabled={!product}
          required
        />
        <DayField
          {...field('disburseOn')}
          label={t('field.disburseOn')}
          today={today}
          required
          onChange={(disburseOn) =>
            form.change({
              disburseOn,
              ...(product &&
                disburseOn !== null && {
                  firstDueOn: oneIntervalAfter(disburseOn, product.latest.terms),
                }),
            })
          }
        />
        <DayField {...field('firstDueOn')} label={t('field.firstDueOn')} today={today} required />
        <TextField {...field('purpose')} label={t('field.purpose')} maxLength={200} optional />
      </TwoFields>
    </>
  );
}

type CostProps = { readonly values: Values; readonly product: OfferedProduct | undefined };

function Cost({ values, product }: CostProps) {
  const { t } = useTranslation('applications');
  const asked = useDeferredValue(values);
  const businessCalendar = useBusinessCalendar(product?.portfolio.id);
  const cost = useMemo(
    () => product && businessCalendar && costOf(asked, product, businessCalendar),
    [asked, product, businessCalendar],
  );
  if (!product || !cost) return <Text tone="muted">{t('form.noCost')}</Text>;
  return <LoanCostPicture currency={product.latest.currency} cost={cost} />;
}

function costOf(
  values: Values,
  { latest: { terms, currency } }: OfferedProduct,
  businessCalendar: BusinessCalendarDates,
) {
  const { principalMinor, annualRatePercent, instalmentCount, disburseOn, firstDueOn } = values;
  if (principalMinor === null || principalMinor < 1 || annualRatePercent === null) return null;
  if (instalmentCount === null || disburseOn === null || firstDueOn === null) return null;
  if (firstDueOn < disburseOn || !parseAnnualRate(annualRatePercent).ok) return null;
  return costOfLoan(terms, {
    currency,
    principalMinor,
    annualRatePercent,
    instalmentCount,
    businessCalendar,
    disbursementDate: calendarDate(disburseOn),
    firstDueDate: calendarDate(firstDueOn),
  });
}
