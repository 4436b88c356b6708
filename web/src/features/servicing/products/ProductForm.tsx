import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type {
  AddProductVersion,
  CreateProduct,
  Product,
} from '@bursar/contracts/servicing/products';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { uuidv7 } from 'uuidv7';
import { ApiFailure } from '../../../lib/api-client.ts';
import { useContractForm } from '../../../lib/contract-form.ts';
import { useBusinessCalendar } from '../loan-account/business-calendar-query.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, ButtonLink } from '../../../ui/button/Button.tsx';
import { PageForm } from '../../../ui/form/PageForm.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import {
  ofNewerTerms,
  problemsOf,
  termsOf,
  usualTerms,
  valuesOfTerms,
  type TermsValues,
} from './product-values.ts';
import { TermsFields, type Place } from './TermsFields.tsx';
import { useAddVersion, useCreateProduct } from './products.queries.ts';

/** Creates a loan product: its name and the first version of its terms. */
export function CreateProductForm({ place }: { readonly place: Place }) {
  const { t } = useTranslation(['products', 'failures']);
  const [created, setCreated] = useState<string | null>(null);
  const businessCalendar = useBusinessCalendar(place.id);
  const form = useContractForm<
    CreatedValues,
    InputOf<CreateProduct>['body'],
    AnswerOf<CreateProduct>
  >({
    name: 'product',
    // Retries send the same ids, so the product is created once.
    empty: () => ({ id: uuidv7(), versionId: uuidv7(), name: '', terms: usualTerms }),
    rules: ({ name, terms }) => ({
      name: name.trim() === '' ? t('failures:name_missing') : undefined,
      ...problemsOf(terms, { t, businessCalendar }),
    }),
    contract: () => import('@bursar/contracts/servicing/products').then((it) => it.createProduct),
    body: ({ terms, ...values }) => {
      const typed = termsOf(terms);
      return typed && { ...values, terms: typed };
    },
    mutation: useCreateProduct(),
    announce: (_, { name }) => notify.success(t('form.created', { name: name.trim() })),
    onSent: ({ productId }) => setCreated(productId),
  });
  if (created !== null) return <Navigate to={paths.product(created)} replace />;
  return (
    <PageForm
      form={form}
      submitLabel={t('form.create')}
      cancel={<ButtonLink to={paths.products}>{t('form.cancel')}</ButtonLink>}
    >
      <TermsFields form={form} place={place}>
        <TextField
          {...form.field('name')}
          label={t('field.name')}
          hint={t('field.nameHint')}
          maxLength={120}
          required
        />
      </TermsFields>
    </PageForm>
  );
}

type CreatedValues = {
  readonly id: string;
  readonly versionId: string;
  readonly name: string;
  readonly terms: TermsValues;
};

type NewTermsFormProps = {
  readonly product: Pick<Product, 'id' | 'latest'>;
  readonly place: Place;
  readonly onCancel: () => void;
};

/** Gives a product new terms, starting from the current ones. */
export function NewTermsForm({ product, place, onCancel }: NewTermsFormProps) {
  const { t } = useTranslation(['products', 'failures', 'ui']);
  const [isDone, setDone] = useState(false);
  const businessCalendar = useBusinessCalendar(place.id);
  const empty = () => ({
    id: uuidv7(),
    basedOn: product.latest?.number ?? 0,
    terms: product.latest ? valuesOfTerms(product.latest.terms) : usualTerms,
  });
  const form = useContractForm<
    { readonly id: string; readonly basedOn: number; readonly terms: TermsValues },
    InputOf<AddProductVersion>['body'],
    AnswerOf<AddProductVersion>
  >({
    name: 'terms',
    empty,
    rules: ({ terms }) => problemsOf(terms, { t, businessCalendar }),
    contract: () =>
      import('@bursar/contracts/servicing/products').then((it) => it.addProductVersion),
    body: ({ terms, ...values }) => {
      const typed = termsOf(terms);
      return typed && { ...values, terms: typed };
    },
    mutation: useAddVersion(product.id),
    announce: () => notify.success(t('form.versionAdded')),
    onSent: () => setDone(true),
  });
  if (isDone) return <Navigate to={paths.product(product.id)} replace />;
  const loadLatest = () => {
    const fresh = empty();
    const { terms: began } = form.library.getInitialValues();
    const terms = ofNewerTerms(fresh.terms, { began, now: form.values.terms });
    form.startAnew(fresh);
    form.change({ terms });
  };
  const isStale = form.refusal instanceof ApiFailure && form.refusal.code === 'changed_since';
  return (
    <PageForm
      form={form}
      failureAction={isStale && <Button onClick={loadLatest}>{t('ui:form.loadLatest')}</Button>}
      submitLabel={t('form.addVersion')}
      cancel={<Button onClick={onCancel}>{t('form.cancel')}</Button>}
    >
      <TermsFields form={form} place={place} />
    </PageForm>
  );
}
