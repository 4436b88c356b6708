import type { SubmitApplication } from '@bursar/contracts/intake/applications';
import type { InputOf } from '@bursar/contracts/endpoint';
import type { ProductTerms } from '@bursar/contracts/servicing/product-terms';
import { addDays, addMonths, addWeeks, calendarDate } from '@bursar/loan-maths/calendar';
import { parseAnnualRate } from '@bursar/loan-maths/rate';
import type { TFunction } from 'i18next';
import { uuidv7 } from 'uuidv7';
import type { FormProblems } from '../../../lib/form-fields.ts';
import type { SelectOption } from '../../../ui/form/SelectField.tsx';
import type { Formatters } from '../../../ui/format/formatters.ts';
import type { OfferedProduct } from './applications.queries.ts';

export type Body = InputOf<SubmitApplication>['body'];

export type Values = {
  readonly id: string;
  readonly kind: 'known' | 'new';
  /** The id of the existing borrower, if one is chosen. */
  readonly borrowerId: string | null;
  /** The id of a new borrower, repeated on every retry. */
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

export function emptyValues(product: OfferedProduct | undefined, today: string): Values {
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

export function oneIntervalAfter(
  day: string,
  { frequencyUnit, frequencyEvery }: ProductTerms,
): string {
  const date = calendarDate(day);
  if (frequencyUnit === 'days') return addDays(date, frequencyEvery);
  return frequencyUnit === 'weeks'
    ? addWeeks(date, frequencyEvery)
    : addMonths(date, frequencyEvery);
}

type Known = {
  readonly t: TFunction<['applications', 'failures']>;
  readonly format: Formatters;
  readonly product: OfferedProduct | undefined;
};

export function problemsOf(values: Values, { t, format, product }: Known): FormProblems {
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

/** States the product's limits for each value that is missing or outside them. */
function boundsProblems(
  { principalMinor, annualRatePercent, instalmentCount }: Values,
  { t, format, product: { latest } }: Known & { readonly product: OfferedProduct },
): FormProblems {
  const { terms, currency } = latest;
  const rangeSentence = (from: string, to: string) =>
    t('failures:outside_product_terms', { from, to });
  const isOutside = (value: number, [from, to]: readonly [number, number]) =>
    value < from || value > to;
  const rate = annualRatePercent === null ? null : parseAnnualRate(annualRatePercent);
  const rates = [Number(terms.annualRateMinPercent), Number(terms.annualRateMaxPercent)] as const;
  const amounts = [terms.principalMinMinor, terms.principalMaxMinor] as const;
  const counts = [terms.instalmentCountMin, terms.instalmentCountMax] as const;
  return {
    principalMinor:
      principalMinor === null || isOutside(principalMinor, amounts)
        ? rangeSentence(format.money(amounts[0], currency), format.amount(amounts[1], currency))
        : undefined,
    annualRatePercent:
      !rate?.ok || isOutside(Number(rate.value), rates)
        ? rangeSentence(format.percent(rates[0]), format.percent(rates[1]))
        : undefined,
    instalmentCount:
      instalmentCount === null || isOutside(instalmentCount, counts)
        ? rangeSentence(format.count(counts[0]), format.count(counts[1]))
        : undefined,
  };
}

export function bodyOf(values: Values, product: OfferedProduct | undefined): Body | null {
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
