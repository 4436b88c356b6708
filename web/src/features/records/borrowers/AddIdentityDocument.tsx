import type { Borrower } from '@bursar/contracts/records/borrowers';
import { identityDocumentKinds } from '@bursar/contracts/choices';
import { countries } from '@bursar/contracts/countries';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { AddIdentityDocument as AddContract } from '@bursar/contracts/records/identity-documents';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { uuidv7 } from 'uuidv7';
import { ApiFailure } from '../../../lib/api-client.ts';
import { useContractForm } from '../../../lib/contract-form.ts';
import { paths } from '../../../lib/paths.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useAddIdentityDocument } from './borrowers.queries.ts';

type Body = InputOf<AddContract>['body'];
type Kind = Body['kind'];
type Draft = Omit<Body, 'country'> & { readonly country: Body['country'] | null };

const ofCompanies: readonly Kind[] = ['registration-extract', 'other'];
const ofPeople = identityDocumentKinds.filter((kind) => kind !== 'registration-extract');

type AddProps = {
  readonly borrower: Borrower;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Adds an identity document. The number is only sent to the server; no draft saves it. */
export function AddIdentityDocument({ borrower, opened, onClose }: AddProps) {
  const { t } = useTranslation('borrowers');
  const { settings } = useFormat();
  const named = useCountries();
  const kinds = borrower.borrowerKind === 'company' ? ofCompanies : ofPeople;
  const today = settings.today ?? '';
  const form = useContractForm<Draft, Body, AnswerOf<AddContract>>({
    name: 'identity-document',
    opened,
    empty: () => ({
      id: uuidv7(),
      kind: kinds[0] ?? 'other',
      number: '',
      country: null,
      issuedOn: null,
      expiresOn: null,
    }),
    rules: ({ country }) => ({
      country: country === null ? t('identity.countryMissing') : undefined,
    }),
    contract: () =>
      import('@bursar/contracts/records/identity-documents').then((it) => it.addIdentityDocument),
    body: ({ country, ...values }) => (country === null ? null : { ...values, country }),
    mutation: useAddIdentityDocument(borrower.id),
    announce: () => notify.success(t('identity.added')),
    onSent: onClose,
  });
  const { values, field, controlProps, change } = form;
  return (
    <FormDialog
      {...form.dialog}
      opened={opened}
      onClose={onClose}
      title={t('identity.addTitle')}
      submitLabel={t('identity.add')}
    >
      <SelectField
        {...controlProps('kind')}
        label={t('identity.kindOf')}
        required
        options={kinds.map((value) => ({ value, label: t(`identity.kind.${value}`) }))}
        value={values.kind}
        onChange={(kind) => change({ kind })}
      />
      <TextField
        {...field('number')}
        label={t('identity.number')}
        maxLength={80}
        required
        focusFirst
      />
      <WhoHasIt refusal={form.refusal} />
      <SelectField
        {...controlProps('country')}
        label={t('identity.country')}
        required
        options={named}
        value={values.country}
        onChange={(country) => change({ country })}
      />
      <Grid min={9}>
        <DayField {...field('issuedOn')} label={t('identity.issuedOn')} today={today} optional />
        <DayField {...field('expiresOn')} label={t('identity.expiresOn')} today={today} optional />
      </Grid>
    </FormDialog>
  );
}

/**
 * Links to the other borrower who has the same document, if the refusal names that borrower. The
 * server names a borrower only to users who may see the record; both records may describe the same
 * borrower.
 */
function WhoHasIt({ refusal }: { readonly refusal: Error | null }) {
  const { t } = useTranslation('borrowers');
  if (!(refusal instanceof ApiFailure)) return null;
  const { borrowerId, borrower } = refusal.details;
  if (typeof borrowerId !== 'string') return null;
  return (
    <p>
      {t('identity.hasIt')}{' '}
      <Link to={paths.borrower(borrowerId)} target="_blank">
        <bdi>{borrower}</bdi>
      </Link>
    </p>
  );
}

/** Returns the countries, sorted by their names in the language of the user. */
function useCountries() {
  const format = useFormat();
  return useMemo(() => {
    const { compare } = new Intl.Collator(format.settings.locale);
    return countries
      .map((value) => ({ value, label: format.country(value) }))
      .toSorted((one, other) => compare(one.label, other.label));
  }, [format]);
}
