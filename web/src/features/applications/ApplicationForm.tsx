import type { SubmitApplication } from '@bursar/contracts/applications';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import { costOfLoan, type ProductTerms } from '@bursar/contracts/product-terms';
import { addDays, addMonths, addWeeks, calendarDate } from '@bursar/loan-maths/calendar';
import { parseAnnualRate } from '@bursar/loan-maths/rate';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { uuidv7 } from 'uuidv7';
import { useContractForm, type ContractForm } from '../../lib/contract-form.ts';
import type { FormProblems } from '../../lib/form-fields.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { LoanCostPicture } from '../../ui/chart/LoanCostPicture.tsx';
import { ChoiceField } from '../../ui/form/ChoiceField.tsx';
import { CountField } from '../../ui/form/CountField.tsx';
import { DayField } from '../../ui/form/DayField.tsx';
import { MoneyField } from '../../ui/form/MoneyField.tsx';
import { FormSection, PageForm } from '../../ui/form/PageForm.tsx';
import { PercentField } from '../../ui/form/PercentField.tsx';
import { SearchedField, SeveralSearchedField } from '../../ui/form/SearchedField.tsx';
import { SelectField, type SelectOption } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import type { Formatters } from '../../ui/format/formatters.ts';
import { Grid } from '../../ui/layout/Layout.tsx';
import { Text } from '../../ui/layout/Text.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import {
  foundBorrowersQuery,
  useSubmitApplication,
  type OfferedProduct,
} from './applications.queries.ts';

type Body = InputOf<SubmitApplication>['body'];

type Values = {
  readonly id: string;
  readonly kind: 'known' | 'new';
  /** Of the borrower who is known, once one is chosen. */
  readonly borrowerId: string | null;
  /** Of the one who is not, kept on every retry. */
  readonly newId: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly coBorrowers: readonly SelectOption[];
  readonly productId: string | null;
  readonly purpose: string;
  readonly principalMinor: number | null;
  readonly annualRatePercent: string | null;
  readonly instalmentCount: number | null;
  readonly disburseOn: string | null;
  readonly firstDueOn: string | null;
};

type Form = ContractForm<Values>;

export type AlikeOf = (typed: Pick<Values, 'name' | 'phone' | 'email'>) => ReactNode;

type ApplicationFormProps = {
  /** Who on record may be the new borrower that is typed. */
  readonly alikeOf: AlikeOf;
  readonly products: readonly OfferedProduct[];
  /** The portfolio's day. */
  readonly today: string;
};

/** Asks for a loan: for whom, of which product, how much, and what it costs while that is typed. */
export function ApplicationForm({ products, today, alikeOf }: ApplicationFormProps) {
  const { t } = useTranslation(['applications', 'failures']);
  const format = useFormat();
  const [submitted, setSubmitted] = useState<string | null>(null);
  const productOf = ({ productId }: Values) => products.find(({ id }) => id === productId);
  const form = useContractForm<Values, Body, AnswerOf<SubmitApplication>>({
    name: 'application',
    empty: () => emptyValues(products.length === 1 ? products[0] : undefined, today),
    rules: (values) => problemsOf(values, { t, format, product: productOf(values) }),
    contract: () => import('@bursar/contracts/applications').then((it) => it.submitApplication),
    body: (values) => bodyOf(values, productOf(values)),
    sends: useSubmitApplication(),
    onSent: ({ applicationId }) => {
      notify.success(t('form.submitted'));
      setSubmitted(applicationId);
    },
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

function emptyValues(product: OfferedProduct | undefined, today: string): Values {
  return {
    id: uuidv7(),
    kind: 'known',
    borrowerId: null,
    newId: uuidv7(),
    name: '',
    phone: '',
    email: '',
    coBorrowers: [],
    productId: product?.id ?? null,
    purpose: '',
    principalMinor: null,
    annualRatePercent: product?.latest.terms.annualRatePercent ?? null,
    instalmentCount: product?.latest.terms.instalmentCount ?? null,
    disburseOn: today,
    firstDueOn: product ? oneIntervalAfter(today, product.latest.terms) : null,
  };
}

function oneIntervalAfter(day: string, { frequencyUnit, frequencyEvery }: ProductTerms): string {
  const date = calendarDate(day);
  if (frequencyUnit === 'days') return addDays(date, frequencyEvery);
  return frequencyUnit === 'weeks'
    ? addWeeks(date, frequencyEvery)
    : addMonths(date, frequencyEvery);
}

type BorrowerFieldsProps = Pick<ApplicationFormProps, 'alikeOf'> & { readonly form: Form };

function BorrowerFields({ form, alikeOf }: BorrowerFieldsProps) {
  const { t } = useTranslation('applications');
  const { kind } = form.values;
  return (
    <>
      <ChoiceField
        {...form.about('kind')}
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
            <TextField
              {...form.field('phone', 'borrower.phone')}
              label={t('field.phone')}
              type="tel"
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

/** Borrowers of the portfolio, found by name, number or a way to reach them. */
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
      {...form.about('coBorrowerIds')}
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
      {...form.about('borrower')}
      label={t('field.borrower')}
      hint={t('field.borrowerHint')}
      required
      chosen={chosen}
      found={found}
      // The field types what was chosen into itself.
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
        {...form.about('productVersionId')}
        label={t('field.product')}
        hint={product ? undefined : t('field.productHint')}
        required
        options={products.map(({ id, name }) => ({ value: id, label: name }))}
        value={values.productId}
        onChange={choose}
      />
      <TextField {...field('purpose')} label={t('field.purpose')} maxLength={200} optional />
      <Grid min={10}>
        <MoneyField
          {...field('principalMinor')}
          label={t('field.amount')}
          currency={product?.latest.currency ?? ''}
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
      </Grid>
      <Grid min={12}>
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
      </Grid>
    </>
  );
}

type Known = {
  readonly t: TFunction<['applications', 'failures']>;
  readonly format: Formatters;
  readonly product: OfferedProduct | undefined;
};

function problemsOf(values: Values, { t, format, product }: Known): FormProblems {
  const isWithout = (typed: string) => values.kind === 'new' && typed.trim() === '';
  return {
    borrower:
      values.kind === 'known' && values.borrowerId === null ? t('problem.borrower') : undefined,
    'borrower.name': isWithout(values.name) ? t('failures:name_missing') : undefined,
    productVersionId: product ? undefined : t('failures:product_not_found'),
    ...(product && boundsProblems(values, { t, format, product })),
    disburseOn: values.disburseOn === null ? t('problem.day') : undefined,
    firstDueOn:
      values.firstDueOn === null
        ? t('problem.day')
        : values.disburseOn !== null && values.firstDueOn < values.disburseOn
          ? t('failures:first_due_before_disbursement')
          : undefined,
  };
}

/** What the product allows is said where something else was typed. */
function boundsProblems(
  { principalMinor, annualRatePercent, instalmentCount }: Values,
  { t, format, product: { latest } }: Known & { readonly product: OfferedProduct },
): FormProblems {
  const { terms, currency } = latest;
  const told = (from: string, to: string) => t('failures:outside_product_terms', { from, to });
  const isOutside = (value: number, [from, to]: readonly [number, number]) =>
    value < from || value > to;
  const rate = annualRatePercent === null ? null : parseAnnualRate(annualRatePercent);
  const rates = [Number(terms.annualRateMinPercent), Number(terms.annualRateMaxPercent)] as const;
  const amounts = [terms.principalMinMinor, terms.principalMaxMinor] as const;
  const counts = [terms.instalmentCountMin, terms.instalmentCountMax] as const;
  return {
    principalMinor:
      principalMinor === null || isOutside(principalMinor, amounts)
        ? told(format.money(amounts[0], currency), format.amount(amounts[1], currency))
        : undefined,
    annualRatePercent:
      !rate?.ok || isOutside(Number(rate.value), rates)
        ? told(format.percent(rates[0]), format.percent(rates[1]))
        : undefined,
    instalmentCount:
      instalmentCount === null || isOutside(instalmentCount, counts)
        ? told(format.count(counts[0]), format.count(counts[1]))
        : undefined,
  };
}

function bodyOf(values: Values, product: OfferedProduct | undefined): Body | null {
  const { id, kind, borrowerId, newId, name, phone, email, coBorrowers, purpose } = values;
  const { principalMinor, annualRatePercent, instalmentCount, disburseOn, firstDueOn } = values;
  if (!product || principalMinor === null || annualRatePercent === null) return null;
  if (instalmentCount === null || disburseOn === null || firstDueOn === null) return null;
  const asked = { principalMinor, annualRatePercent, instalmentCount, disburseOn, firstDueOn };
  const common = {
    id,
    productVersionId: product.latest.id,
    purpose: purpose.trim(),
    coBorrowerIds: coBorrowers.map(({ value }) => value),
    ...asked,
  };
  if (kind === 'new') return { ...common, borrower: { kind, id: newId, name, phone, email } };
  return borrowerId === null ? null : { ...common, borrower: { kind, id: borrowerId } };
}

type CostProps = { readonly values: Values; readonly product: OfferedProduct | undefined };

function Cost({ values, product }: CostProps) {
  const { t } = useTranslation('applications');
  const asked = useDeferredValue(values);
  const cost = useMemo(() => product && costOf(asked, product), [asked, product]);
  if (!product || !cost) return <Text tone="muted">{t('form.noCost')}</Text>;
  return <LoanCostPicture currency={product.latest.currency} cost={cost} />;
}

function costOf(values: Values, { latest: { terms, currency } }: OfferedProduct) {
  const { principalMinor, annualRatePercent, instalmentCount, disburseOn, firstDueOn } = values;
  if (principalMinor === null || principalMinor < 1 || annualRatePercent === null) return null;
  if (instalmentCount === null || disburseOn === null || firstDueOn === null) return null;
  if (firstDueOn < disburseOn || !parseAnnualRate(annualRatePercent).ok) return null;
  return costOfLoan(terms, {
    currency,
    principalMinor,
    annualRatePercent,
    instalmentCount,
    disbursementDate: calendarDate(disburseOn),
    firstDueDate: calendarDate(firstDueOn),
  });
}
