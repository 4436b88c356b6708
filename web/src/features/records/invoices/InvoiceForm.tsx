import type { Invoice } from '@bursar/contracts/records/invoices';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { uuidv7 } from 'uuidv7';
import { addDays, calendarDate } from '@bursar/loan-maths/calendar';
import { ApiFailure } from '../../../lib/api-client.ts';
import { foundLoansQuery } from '../../servicing/loan-account/found-loans-query.ts';
import {
  useContractForm,
  type ContractForm,
  type FormMutation,
} from '../../../lib/contract-form.ts';
import type { Contract } from '../../../lib/contract-check.ts';
import { languages, useLanguage } from '../../../lib/languages.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, ButtonLink } from '../../../ui/button/Button.tsx';
import { DayField } from '../../../ui/form/DayField.tsx';
import { LanguageField } from '../../../ui/form/LanguageField.tsx';
import { FormSection, PageForm, withWhatIsTyped } from '../../../ui/form/PageForm.tsx';
import { SearchedField } from '../../../ui/form/SearchedField.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { InvoiceLines } from './InvoiceLines.tsx';
import {
  emptyLine,
  inLanguage,
  inputsOf,
  lineOfDue,
  liveTotals,
  ofAnotherLoan,
  ofNewerDraft,
  quantityOf,
  valuesOf,
  type InvoiceValues,
  type Typed,
} from './invoice-values.ts';
import {
  useChangeInvoice,
  useCreateInvoice,
  type InvoiceableLoan,
  type Issuer,
} from './invoices.queries.ts';

type CreateFormProps = {
  readonly issuer: Issuer;
  /** The loan that the address names. */
  readonly loan: InvoiceableLoan | null;
  readonly cancelTo: string;
  /** The values typed before another loan was chosen. */
  readonly typed: Typed | null;
  readonly onAnotherLoan: (typed: Typed) => void;
};

const contractOf = (name: 'createInvoice' | 'changeInvoice') => (): Promise<Contract> =>
  import('@bursar/contracts/records/invoices').then((contracts) => contracts[name]);

/**
 * Creates an invoice; for a loan it starts with the amounts that are due by today and on no other
 * invoice.
 */
export function CreateInvoiceForm(props: CreateFormProps) {
  const { issuer, loan, cancelTo, typed, onAnotherLoan } = props;
  const { t } = useTranslation('invoices');
  const reader = useLanguage();
  const language = loan?.borrowerLanguage ?? reader;
  const [id] = useState(uuidv7);
  const [began] = useState((): InvoiceValues => {
    const due = loan?.dues.filter(
      ({ dueOn, invoicedBy }) => dueOn <= issuer.businessDate && invoicedBy === null,
    );
    const lines = due?.map((one) => lineOfDue(one, language)) ?? [];
    return {
      customerName: loan?.borrowerName ?? '',
      customerAddress: loan?.borrowerAddress ?? '',
      customerTaxNumber: '',
      language,
      dueOn: addDays(calendarDate(issuer.businessDate), issuer.dueDays),
      note: '',
      lines: lines.length > 0 ? lines : [emptyLine()],
    };
  });
  const [typedBefore] = useState(() => (typed ? ofAnotherLoan(began, typed) : undefined));
  return (
    <InvoiceForm
      empty={() => began}
      typedBefore={typedBefore}
      loan={loan}
      currency={loan?.currency ?? issuer.currency}
      businessDate={issuer.businessDate}
      loanField={(now) => <LoanField loan={loan} onAnother={() => onAnotherLoan({ began, now })} />}
      contract={contractOf('createInvoice')}
      bodyOf={(inputs) => ({ ...inputs, id, loanId: loan?.loan.id ?? null })}
      mutation={useCreateInvoice()}
      submitLabel={t('form.create')}
      cancelTo={cancelTo}
    />
  );
}

type ChangeFormProps = {
  readonly invoice: Invoice;
  readonly loan: InvoiceableLoan | null;
  /** The values typed before another user's changes were loaded. */
  readonly typed: Typed | null;
  readonly onReload: (typed: Typed) => void;
};

/** Edits a draft. Another user's changes are shown before they can be overwritten. */
export function ChangeInvoiceForm({ invoice, loan, typed, onReload }: ChangeFormProps) {
  const { t } = useTranslation(['invoices', 'ui']);
  const format = useFormat();
  const [began] = useState(() => valuesOf(invoice, format));
  const [typedBefore] = useState(() => (typed ? ofNewerDraft(began, typed) : undefined));
  return (
    <InvoiceForm
      empty={() => began}
      typedBefore={typedBefore}
      loan={loan}
      currency={invoice.currency}
      businessDate={invoice.businessDate}
      loanField={null}
      contract={contractOf('changeInvoice')}
      bodyOf={(inputs) => ({ ...inputs, version: invoice.version })}
      mutation={useChangeInvoice(invoice.id)}
      submitLabel={t('form.save')}
      cancelTo={paths.invoice(invoice.id)}
      onReload={(now) => onReload({ began, now })}
    />
  );
}

type Inputs = Omit<InvoiceValues, 'dueOn' | 'lines'> & {
  readonly dueOn: string;
  readonly lines: NonNullable<ReturnType<typeof inputsOf>>;
};

type InvoiceFormProps<Body> = {
  readonly empty: () => InvoiceValues;
  readonly typedBefore: InvoiceValues | undefined;
  readonly loan: InvoiceableLoan | null;
  readonly currency: string;
  readonly businessDate: string;
  readonly loanField: ((now: InvoiceValues) => ReactNode) | null;
  readonly contract: () => Promise<Contract>;
  /** Builds the request from the form's inputs. */
  readonly bodyOf: (inputs: Inputs) => Body;
  readonly mutation: FormMutation<Body, Invoice>;
  readonly submitLabel: string;
  readonly cancelTo: string;
  readonly onReload?: (now: InvoiceValues) => void;
};

function InvoiceForm<Body>(props: InvoiceFormProps<Body>) {
  const { loan, currency, businessDate, onReload } = props;
  const { t } = useTranslation(['invoices', 'ui']);
  const { locale } = useFormat().settings;
  const [saved, setSaved] = useState<Invoice | null>(null);
  const form = useContractForm<InvoiceValues, Body, Invoice>({
    name: 'invoice',
    empty: props.empty,
    typedBefore: props.typedBefore,
    rules: useRules(),
    contract: props.contract,
    body: ({ lines, dueOn, ...values }) => {
      const read = inputsOf(lines, locale);
      return read === null || dueOn === null
        ? null
        : props.bodyOf({ ...values, dueOn, lines: read });
    },
    mutation: props.mutation,
    announce: () => notify.success(t('form.saved')),
    onSent: (invoice) => setSaved(invoice),
  });
  const { values, field, change, controlProps } = form;
  if (saved) return <Navigate to={paths.invoice(saved.id)} replace />;
  const isStale = form.refusal instanceof ApiFailure && form.refusal.code === 'changed_since';
  return (
    <PageForm
      form={form}
      failureAction={
        isStale &&
        onReload && <Button onClick={() => onReload(values)}>{t('ui:form.loadLatest')}</Button>
      }
      submitLabel={props.submitLabel}
      cancel={<ButtonLink to={props.cancelTo}>{t('form.cancel')}</ButtonLink>}
    >
      <FormSection title={t('form.customer')} hint={t('form.customerHint')}>
        {props.loanField?.(values)}
        <CustomerFields form={form} />
      </FormSection>
      <FormSection title={t('form.terms')} hint={t('form.termsHint')}>
        <Grid min={12}>
          <DayField {...field('dueOn')} label={t('field.dueOn')} today={businessDate} required />
          <LanguageField
            {...controlProps('language')}
            label={t('field.language')}
            hint={t('field.languageHint')}
            languages={languages}
            value={values.language}
            onChange={(language) => {
              const turn = { from: values.language, to: language };
              change({ language, lines: inLanguage(values.lines, loan?.dues ?? [], turn) });
            }}
          />
        </Grid>
        <TextareaField
          {...field('note')}
          label={t('field.note')}
          hint={t('field.noteHint')}
          rows={2}
          maxLength={2000}
          optional
        />
      </FormSection>
      <InvoiceLines form={form} loan={loan} currency={currency} />
    </PageForm>
  );
}

function CustomerFields({ form }: { readonly form: Pick<ContractForm<InvoiceValues>, 'field'> }) {
  const { t } = useTranslation('invoices');
  return (
    <>
      <TextField
        {...form.field('customerName')}
        label={t('field.customerName')}
        maxLength={200}
        required
      />
      <TextareaField
        {...form.field('customerAddress')}
        label={t('field.address')}
        rows={3}
        maxLength={500}
        optional
      />
      <TextField
        {...form.field('customerTaxNumber')}
        label={t('field.taxNumber')}
        maxLength={60}
        optional
      />
    </>
  );
}

type LoanFieldProps = {
  readonly loan: InvoiceableLoan | null;
  /** Called before the address changes to another loan, which restarts the form. */
  readonly onAnother: () => void;
};

/** Finds a loan in the user's scope by reference or borrower; the address stores the chosen one. */
function LoanField({ loan, onAnother }: LoanFieldProps) {
  const { t } = useTranslation('invoices');
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useState('');
  const { data } = useQuery(foundLoansQuery(useDeferredValue(typed.trim().slice(0, 100))));
  const labelOf = (reference: string, name: string | null) =>
    [reference, name].filter(Boolean).join(' · ');
  const chosen = loan && {
    value: loan.loan.id,
    label: labelOf(loan.loan.reference, loan.borrowerName),
  };
  return (
    <SearchedField
      id="invoice-loan"
      label={t('field.loan')}
      hint={t('field.loanHint')}
      optional
      chosen={chosen}
      found={(data?.loans ?? []).map(({ id, reference, borrower }) => ({
        value: id,
        label: labelOf(reference, borrower.name),
      }))}
      onType={(text) => setTyped(text === chosen?.label ? '' : text)}
      onChoose={(loanId) => {
        if (loanId === (loan?.loan.id ?? null)) return;
        onAnother();
        const next = new URLSearchParams(search);
        if (loanId === null) next.delete('loan');
        else next.set('loan', loanId);
        setSearch(next, { replace: true, state: withWhatIsTyped });
      }}
    />
  );
}

/** Returns the checks that the contract cannot make, including those of each line. */
function useRules() {
  const { t } = useTranslation(['invoices', 'failures']);
  const { locale } = useFormat().settings;
  return ({ customerName, dueOn, lines }: InvoiceValues) => ({
    customerName: customerName.trim() === '' ? t('failures:name_missing') : undefined,
    dueOn: dueOn === null ? t('problem.dueOn') : undefined,
    ...Object.fromEntries(
      lines.flatMap((line, at) => [
        [`lines.${at}.description`, line.description.trim() ? undefined : t('problem.description')],
        [
          `lines.${at}.quantity`,
          quantityOf(line.quantity, locale) === null ? t('problem.quantity') : undefined,
        ],
        [
          `lines.${at}.unitPriceMinor`,
          line.unitPriceMinor === null ? t('problem.unitPrice') : undefined,
        ],
        [`lines.${at}.taxPercent`, line.taxPercent === null ? t('problem.taxPercent') : undefined],
      ]),
    ),
    lines: liveTotals(lines, locale) ? undefined : t('failures:invoice_total_too_large'),
  });
}
