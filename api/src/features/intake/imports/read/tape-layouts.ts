import { fileNameOf } from '@bursar/contracts/fact-kinds';
import { borrowerFacts, type loanFacts } from '@bursar/contracts/facts';
import type { LayoutName } from '@bursar/contracts/intake/tape-reading';
import { tapeWords, type TapeWords } from '@bursar/contracts/intake/tape-words.values';
import { tapeFacts, type TapeField } from '@bursar/contracts/intake/tape-fields';
import type { RatePeriod, RateUnit } from './rate-unit.ts';
import { headingKey } from './heading-key.ts';
import { lendingClubWords, templateWords } from './usual-words.ts';

export type TapeColumn = {
  readonly name: string;
  readonly field: TapeField;
  readonly also: readonly string[];
  readonly isRequired: boolean;
  /** Advice for users who fill in the column; the template shows it. */
  readonly explanation: string;
};

export type TapeLayout = {
  readonly name: LayoutName | 'borrowers';
  /**
   * Headings of another system that together prove its layout. The names in `columns` are then in
   * the form that `squashed` returns.
   */
  readonly signature?: readonly string[];
  /** The currency of all its amounts, whatever a column says. */
  readonly currency?: string;
  /** True if the disbursement dates state only a month and a year. */
  readonly datesAreMonths?: true;
  readonly columns: readonly TapeColumn[];
  /**
   * The meanings of the words in its columns, if they are the same in every file of this layout.
   */
  readonly words: TapeWords;
  /** How its rates are written, if every file of this layout writes them alike. */
  readonly rateUnit?: RateUnit;
  readonly ratePeriod?: RatePeriod | 'not-stated';
  /** True if the file has no heading; its columns have the names that its publisher documents. */
  readonly isPositional?: true;
  /** The unit of the terms, if their heading does not state it. */
  readonly termUnit?: 'months';
  /** Columns that state contract terms, each with the values that Bursar can import. */
  readonly terms?: readonly AllowedTerms[];
  /** The column with the month that a row describes. */
  readonly period?: string;
  /**
   * The column with the reason for a zero balance; new loans have a zero balance without a reason.
   */
  readonly zeroBalance?: string;
};

export type AllowedTerms = {
  readonly heading: string;
  readonly allowed: readonly string[];
  /** A column whose value is also allowed. */
  readonly sameAs?: string;
};

const factColumns = tapeFacts.map(({ key, fact: { tape }, field }) => ({
  key,
  name: tape?.name ?? fileNameOf(key),
  also: tape?.also ?? [],
  field,
  isRequired: tape?.isRequired ?? false,
  explanation: tape?.description ?? '',
}));

const placed: readonly TapeColumn[] = [
  ...fact('externalId'),
  optional(
    'borrower_id',
    'borrowerExternalId',
    'Your id of the borrower; rows with the same id are one borrower. Default: external_id.',
  ),
  ...fact('name'),
  optional('given_name', 'givenName', 'Given name, if the name is in two columns.'),
  optional('family_name', 'familyName', 'Family name, if the name is in two columns.'),
  optional('phone', 'phone', 'Telephone number.'),
  optional('email', 'email', 'Email address.'),
  ...fact('principalMinor'),
  ...fact('annualRatePercent'),
  required('instalments', 'instalmentCount', 'Number of instalments, 1 to 600.'),
  optional('frequency', 'frequency', `${tapeWords.frequency.join(', ')}. Default: monthly.`),
  optional(
    'instalment',
    'instalment',
    'Contractual instalment. Default: what follows from the terms.',
  ),
  ...fact('disbursedOn'),
  optional(
    'first_due_on',
    'firstDueOn',
    'First due date as YYYY-MM-DD. Default: one period after disbursed_on.',
  ),
  optional('status', 'status', 'active, closed or written_off. Default: by the balance.'),
  optional('balance', 'balance', 'Principal still owed. Default: principal less principal_paid.'),
  optional(
    'principal_paid',
    'principalPaid',
    'Principal paid to date. Default: principal less balance.',
  ),
  optional('interest_paid', 'interestPaid', 'Interest paid to date. Default: 0.'),
  optional('late_fees_paid', 'lateFeesPaid', 'Late fees paid to date. Default: 0.'),
  optional(
    'last_payment_on',
    'lastPaymentOn',
    'Day of the latest payment as YYYY-MM-DD; dates what a newer tape says was paid. Default: the cut-off day.',
  ),
  optional(
    'team',
    'team',
    "Team that receives the loan: its name, or the email address of its desk. Default: the agent's team, or unassigned.",
  ),
  optional(
    'agent',
    'agent',
    'Agent who receives the loan: full name or email address. Default: no agent.',
  ),
];

const currencyColumn: TapeColumn = {
  ...optional(
    'currency',
    'currency',
    "Currency of the row's amounts, such as USD. It must be the portfolio's. Default: the portfolio's.",
  ),
  also: [
    'currency_code',
    'loan_currency',
    'currency_of_loan',
    'ccy',
    'curr',
    'währung',
    'waehrung',
    'devise',
    'moneda',
    'moeda',
    'valuta',
    'waluta',
    'para_birimi',
    'العملة',
    'عملة',
    'ارز',
  ],
};

/** Bursar's own columns in template order; fields without a fixed position come last. */
export const templateLayout: TapeLayout = {
  name: 'bursar-template',
  words: templateWords,
  columns: [
    ...placed,
    currencyColumn,
    ...factColumns.filter(({ field }) => !placed.some((column) => column.field === field)),
  ],
};

/** The public LendingClub tape of 2018 (OpenIntro's `loans_full_schema`). */
export const lendingClubLayout: TapeLayout = {
  name: 'lending-club-2018',
  datesAreMonths: true,
  words: lendingClubWords,
  ratePeriod: 'year',
  columns: [
    ...called('loan_id'),
    ...called('emp_title'),
    ...called('emp_length'),
    ...called('state'),
    ...called('homeownership'),
    ...called('annual_income'),
    ...called('verified_income'),
    ...called('debt_to_income'),
    ...called('loan_purpose'),
    ...called('application_type'),
    ...called('loan_amount'),
    required('term', 'instalmentCount', 'Number of monthly instalments.'),
    ...called('interest_rate'),
    required('installment', 'instalment', 'Contractual monthly instalment.'),
    ...called('grade'),
    ...called('sub_grade'),
    ...called('issue_month', 'Month of disbursement, such as Mar-2018.'),
    required('loan_status', 'status', 'Current, Fully Paid, In Grace Period, Late or Charged Off.'),
    ...called('disbursement_method'),
    required('balance', 'balance', 'Principal still owed.'),
    optional(
      'paid_total',
      'paidTotal',
      'Principal, interest and late fees paid; checked, not booked.',
    ),
    required('paid_principal', 'principalPaid', 'Principal paid to date.'),
    required('paid_interest', 'interestPaid', 'Interest paid to date.'),
    optional('paid_late_fees', 'lateFeesPaid', 'Late fees paid to date.'),
    currencyColumn,
  ],
};

export const tapeLayouts: readonly TapeLayout[] = [templateLayout, lendingClubLayout];

/** A file of borrowers only; it also accepts the columns of an exported borrower list. */
export const borrowerLayout: TapeLayout = {
  name: 'borrowers',
  words: {},
  columns: [
    {
      ...required('borrower_id', 'borrowerExternalId', 'Your unique id of the borrower.'),
      also: headings(
        'external id, customer id, customer code, member id, member no, kunden-id, code client, id client, código de cliente, id de cliente, codice cliente, klant-id, id klienta, müşteri kodu, كود العميل, الرقم التعريفي',
      ),
    },
    {
      ...required(
        'borrower_name',
        'borrowerName',
        'Name as it should appear, or use given_name and family_name.',
      ),
      also: headings(
        'name, full name, name und vorname, vor- und nachname, vollständiger name, nom complet, nom et prénom, nombre completo, nombre y apellidos, nombre, nome completo, nome, nome e cognome, volledige naam, naam, imię i nazwisko, adı soyadı, ad soyad, الاسم, الاسم الكامل',
      ),
    },
    optional('given_name', 'givenName', 'Given name, if the name is in two columns.'),
    optional('family_name', 'familyName', 'Family name, if the name is in two columns.'),
    ...fact('borrowerKind').map((column) => ({
      ...column,
      also: [
        ...column.also,
        ...headings(
          'kind, customer type, client type, type of customer, legal form, kundenart, kundentyp, type de client, tipo de cliente, tipo cliente, klanttype, typ klienta, müşteri tipi, نوع العميل',
        ),
      ],
    })),
    optional('phone', 'phone', 'Telephone number.'),
    optional('email', 'email', 'Email address.'),
    ...factColumns.filter(
      ({ key }) =>
        key in borrowerFacts && key !== 'name' && key !== 'borrowerKind' && key !== 'language',
    ),
    ...fact('language').map((column) => ({
      ...column,
      also: [
        ...column.also,
        ...headings(
          'sprache, korrespondenzsprache, langue, idioma, lingua, taal, język, dil, اللغة',
        ),
      ],
    })),
  ],
};

/** Returns headings as they are compared: in lower case with underscores. */
function headings(names: string): readonly string[] {
  return names.split(', ').map(headingKey);
}

type FactKey = keyof typeof loanFacts | keyof typeof borrowerFacts;

function fact(key: FactKey): readonly TapeColumn[] {
  return factColumns.filter((column) => column.key === key);
}

/** Returns the column of a record field under the name that a tape uses for it. */
function called(name: string, explanation?: string): readonly TapeColumn[] {
  return factColumns
    .filter((column) => column.name === name || column.also.includes(name))
    .map((column) => ({
      ...column,
      name,
      also: [],
      explanation: explanation ?? column.explanation,
    }));
}

function required(name: string, field: TapeField, explanation: string): TapeColumn {
  return { name, also: [], field, isRequired: true, explanation };
}

function optional(name: string, field: TapeField, explanation: string): TapeColumn {
  return { name, also: [], field, isRequired: false, explanation };
}
