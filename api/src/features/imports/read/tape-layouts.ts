import type { TapeField } from '@bursar/contracts/tape-fields';

export type TapeColumn = {
  readonly name: string;
  readonly field: TapeField;
  readonly isRequired: boolean;
  /** For whoever fills in the column; the template carries it. */
  readonly explanation: string;
};

export type TapeLayout = {
  readonly name: 'bursar-template' | 'lending-club-2018';
  readonly columns: readonly TapeColumn[];
};

/** Bursar's own columns, in the order of the template. */
export const templateLayout: TapeLayout = {
  name: 'bursar-template',
  columns: [
    required('external_id', 'externalId', 'Your id of the loan; each only once.'),
    optional(
      'borrower_id',
      'borrowerExternalId',
      'Your id of the borrower; rows with the same id are one borrower. Default: external_id.',
    ),
    optional('borrower_name', 'borrowerName', 'Name as it should appear.'),
    optional('phone', 'phone', 'Telephone number.'),
    optional('email', 'email', 'Email address.'),
    required('principal', 'principal', 'Amount lent, such as 10000.00.'),
    required(
      'annual_rate_percent',
      'annualRate',
      'Nominal rate a year in per cent, such as 14.07.',
    ),
    required('instalments', 'instalmentCount', 'Number of instalments, 1 to 600.'),
    optional(
      'frequency',
      'frequency',
      'weekly, two-weekly, monthly or quarterly. Default: monthly.',
    ),
    optional(
      'instalment',
      'instalment',
      'Contractual instalment. Default: what follows from the terms.',
    ),
    required('disbursed_on', 'disbursedOn', 'Day of disbursement as YYYY-MM-DD.'),
    optional(
      'first_due_on',
      'firstDueOn',
      'First due date as YYYY-MM-DD. Default: one period after disbursed_on.',
    ),
    optional('status', 'status', 'active, closed or written_off. Default: by the balance.'),
    optional('balance', 'balance', 'Principal still owed. Default: principal less principal_paid.'),
    optional('principal_paid', 'principalPaid', 'Principal paid to date. Default: 0.'),
    optional('interest_paid', 'interestPaid', 'Interest paid to date. Default: 0.'),
    optional('late_fees_paid', 'lateFeesPaid', 'Late fees paid to date. Default: 0.'),
    optional(
      'last_payment_on',
      'lastPaymentOn',
      'Day of the latest payment as YYYY-MM-DD; dates what a newer tape says was paid. Default: the cut-off day.',
    ),
    optional('purpose', 'purpose', 'What the loan is for. Default: other.'),
    optional('grade', 'grade', 'Credit grade.'),
    optional('sub_grade', 'subGrade', 'Finer credit grade.'),
    optional('region', 'region', 'State or region of the borrower.'),
    optional('employment_title', 'employmentTitle', 'Occupation.'),
    optional('employment_years', 'employmentYears', 'Whole years with the employer.'),
    optional('home_ownership', 'homeOwnership', 'Such as own, mortgage, rent.'),
    optional('annual_income', 'annualIncome', 'Gross income a year.'),
    optional('income_verification', 'incomeVerification', 'How the income was verified.'),
    optional('debt_to_income_percent', 'debtToIncome', 'Debt service in per cent of income.'),
    optional('application_type', 'applicationType', 'Such as individual or joint.'),
    optional('disbursement_method', 'disbursementMethod', 'How the money was paid out.'),
  ],
};

/** The public LendingClub tape of 2018 (OpenIntro's `loans_full_schema`). */
export const lendingClubLayout: TapeLayout = {
  name: 'lending-club-2018',
  columns: [
    required('loan_id', 'externalId', 'The id of the loan; each only once.'),
    optional('emp_title', 'employmentTitle', 'Occupation.'),
    optional('emp_length', 'employmentYears', 'Whole years with the employer.'),
    optional('state', 'region', 'State of the borrower.'),
    optional('homeownership', 'homeOwnership', 'Such as OWN, MORTGAGE, RENT.'),
    optional('annual_income', 'annualIncome', 'Gross income a year.'),
    optional('verified_income', 'incomeVerification', 'How the income was verified.'),
    optional('debt_to_income', 'debtToIncome', 'Debt service in per cent of income.'),
    optional('loan_purpose', 'purpose', 'What the loan is for.'),
    optional('application_type', 'applicationType', 'individual or joint.'),
    required('loan_amount', 'principal', 'Amount lent, such as 10000.'),
    required('term', 'instalmentCount', 'Number of monthly instalments.'),
    required('interest_rate', 'annualRate', 'Nominal rate a year in per cent, such as 14.07.'),
    required('installment', 'instalment', 'Contractual monthly instalment.'),
    optional('grade', 'grade', 'Credit grade.'),
    optional('sub_grade', 'subGrade', 'Finer credit grade.'),
    required('issue_month', 'disbursedOn', 'Month of disbursement, such as Mar-2018.'),
    required('loan_status', 'status', 'Current, Fully Paid, In Grace Period, Late or Charged Off.'),
    optional('disbursement_method', 'disbursementMethod', 'How the money was paid out.'),
    required('balance', 'balance', 'Principal still owed.'),
    optional(
      'paid_total',
      'paidTotal',
      'Principal, interest and late fees paid; checked, not booked.',
    ),
    required('paid_principal', 'principalPaid', 'Principal paid to date.'),
    required('paid_interest', 'interestPaid', 'Interest paid to date.'),
    optional('paid_late_fees', 'lateFeesPaid', 'Late fees paid to date.'),
  ],
};

export const tapeLayouts = [templateLayout, lendingClubLayout] as const;

function required(name: string, field: TapeField, explanation: string): TapeColumn {
  return { name, field, isRequired: true, explanation };
}

function optional(name: string, field: TapeField, explanation: string): TapeColumn {
  return { name, field, isRequired: false, explanation };
}
