import { squashed } from './column-synonyms.ts';
import { esmaLayouts } from './esma-layouts.ts';
import { lackingColumns, layoutColumns } from './layout-columns.ts';
import { positionalLayouts } from './positional-layouts.ts';
import type { TapeLayout } from './tape-layouts.ts';
import { lendingClubWords } from './usual-words.ts';

/** LendingClub's download of loans, in the columns that all its vintages have. */
const lendingClubStatistics: TapeLayout = {
  name: 'lending-club',
  signature: ['funded_amnt', 'int_rate', 'issue_d', 'loan_status', 'total_rec_prncp'],
  currency: 'USD',
  words: lendingClubWords,
  ratePeriod: 'year',
  datesAreMonths: true,
  columns: layoutColumns([
    ['id', 'externalId'],
    // The principal is what was funded, which can be less than the amount applied for.
    ['funded_amnt', 'principal'],
    ['term', 'instalmentCount'],
    ['int_rate', 'annualRate'],
    ['installment', 'instalment'],
    ['issue_d', 'disbursedOn'],
    ['loan_status', 'status'],
    ['out_prncp', 'balance'],
    ['total_rec_prncp', 'principalPaid'],
    ['total_rec_int', 'interestPaid'],
    ['total_rec_late_fee', 'lateFeesPaid'],
    ['purpose', 'purpose'],
    ['grade', 'grade'],
    ['sub_grade', 'subGrade'],
    ['emp_title', 'employmentTitle'],
    ['addr_state', 'region'],
    ['home_ownership', 'homeOwnership'],
    ['annual_inc', 'annualIncome'],
    ['verification_status', 'incomeVerification'],
    ['application_type', 'applicationType'],
  ]),
};

/** Prosper's loan data. Its "Defaulted" does not say whether the loan was written off. */
const prosper: TapeLayout = {
  name: 'prosper',
  signature: ['LoanOriginalAmount', 'BorrowerRate', 'LP_CustomerPrincipalPayments', 'LoanStatus'],
  currency: 'USD',
  rateUnit: 'fraction',
  ratePeriod: 'year',
  words: {
    status: {
      current: 'current',
      completed: 'closed',
      chargedoff: 'written_off',
      finalpaymentinprogress: 'active',
      'past due (1-15 days)': 'active',
      'past due (16-30 days)': 'active',
      'past due (31-60 days)': 'active',
      'past due (61-90 days)': 'active',
      'past due (91-120 days)': 'active',
      'past due (>120 days)': 'active',
    },
  },
  columns: layoutColumns([
    ['LoanNumber', 'externalId'],
    ['LoanOriginationDate', 'disbursedOn'],
    ['LoanOriginalAmount', 'principal'],
    ['Term', 'instalmentCount'],
    ['BorrowerRate', 'annualRate'],
    ['LoanStatus', 'status'],
    ['LP_CustomerPrincipalPayments', 'principalPaid'],
    ['LP_InterestandFees', 'interestPaid'],
    ['BorrowerState', 'region'],
    ['Occupation', 'employmentTitle'],
  ]),
};

/** Bondora's public loan data, whose amounts are in euros. */
const bondora: TapeLayout = {
  name: 'bondora',
  signature: ['LoanId', 'LoanDuration', 'PrincipalPaymentsMade', 'PrincipalBalance', 'LoanDate'],
  currency: 'EUR',
  ratePeriod: 'year',
  words: { status: { current: 'current', late: 'active', repaid: 'closed' } },
  columns: layoutColumns([
    ['LoanId', 'externalId'],
    ['UserName', 'borrowerName'],
    ['Amount', 'principal'],
    ['Interest', 'annualRate'],
    ['LoanDuration', 'instalmentCount'],
    ['LoanDate', 'disbursedOn'],
    ['FirstPaymentDate', 'firstDueOn'],
    ['Status', 'status'],
    ['PrincipalPaymentsMade', 'principalPaid'],
    ['InterestAndPenaltyPaymentsMade', 'interestPaid'],
    ['PrincipalBalance', 'balance'],
    ['LastPaymentOn', 'lastPaymentOn'],
  ]),
};

/** Loans under section 7(a) as the SBA publishes them: without an id, a balance or payments. */
const sba: TapeLayout = {
  name: 'sba-7a',
  signature: ['GrossApproval', 'InitialInterestRate', 'TermInMonths', 'BorrName', 'LoanStatus'],
  currency: 'USD',
  ratePeriod: 'year',
  words: {
    status: {
      'p i f': 'closed',
      pif: 'closed',
      chgoff: 'written_off',
      exempt: 'active',
      cancld: 'left_out',
      commit: 'left_out',
    },
  },
  columns: [
    // LocationID is the lender's office, not the loan.
    ...lackingColumns('externalId'),
    ...layoutColumns([
      ['BorrName', 'borrowerName'],
      ['BorrState', 'region'],
      ['GrossApproval', 'principal'],
      ['InitialInterestRate', 'annualRate'],
      ['TermInMonths', 'instalmentCount'],
      ['FirstDisbursementDate', 'disbursedOn'],
      ['LoanStatus', 'status'],
    ]),
  ],
};

/**
 * Kiva's loans: amounts are in US dollars, although the currency column has the borrower's
 * currency.
 */
const kiva: TapeLayout = {
  name: 'kiva',
  signature: ['funded_amount', 'loan_amount', 'term_in_months', 'repayment_interval', 'partner_id'],
  currency: 'USD',
  words: {},
  columns: [
    ...lackingColumns('annualRate'),
    ...layoutColumns([
      ['id', 'externalId'],
      ['loan_amount', 'principal'],
      ['term_in_months', 'instalmentCount'],
      ['repayment_interval', 'frequency'],
      ['disbursed_time', 'disbursedOn'],
      ['region', 'region'],
    ]),
  ],
};

/**
 * The loans sheet in the import templates of Fineract and Mifos; the period of the rate depends on
 * the loan product.
 */
const fineract: TapeLayout = {
  name: 'fineract',
  signature: ['Client Name*', 'Product*', 'No. of Repayments*', 'Repaid Every*', 'Principal*'],
  ratePeriod: 'not-stated',
  words: {},
  columns: layoutColumns([
    ['External Id', 'externalId'],
    ['Client Name*', 'borrowerName'],
    ['Client External ID', 'borrowerExternalId'],
    ['Principal*', 'principal'],
    ['Nominal Interest %*', 'annualRate'],
    ['No. of Repayments*', 'instalmentCount'],
    ['Repaid Every*', 'repaidEvery'],
    ['Frequency', 'frequency'],
    ['Disbursed Date', 'disbursedOn'],
    ['First Repayment Date', 'firstDueOn'],
  ]),
};

/**
 * Layouts of other systems, recognised by headings that occur together only there. A file without
 * headings first gets the published names of its columns.
 */
export const foreignLayouts: readonly TapeLayout[] = [
  lendingClubStatistics,
  prosper,
  bondora,
  sba,
  kiva,
  fineract,
  ...esmaLayouts,
  ...positionalLayouts,
];

/** Returns the layout of another system if all headings of its signature are present. */
export function foreignLayoutOf(names: readonly string[]): TapeLayout | null {
  const there = new Set(names.map(squashed));
  const isThere = (heading: string) => there.has(squashed(heading));
  return foreignLayouts.find(({ signature }) => signature?.every(isThere)) ?? null;
}
