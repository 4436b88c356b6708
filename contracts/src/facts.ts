import { borrowerKinds, type BorrowerKind } from './records/borrower-sorts.ts';
import type { Fact, Facts } from './fact-kinds.ts';
import { languages } from './languages.ts';

/**
 * All record fields of borrowers and loans. Import, boarding, card, form, lists, files, audit trail
 * and API description derive from them. `docs/contributing.md` describes how to add one.
 */
export const borrowerFacts = {
  name: {
    kind: 'text',
    isName: true,
    max: 120,
    editedWith: 'manage-borrowers',
    tape: {
      name: 'borrower_name',
      field: 'borrowerName',
      description: 'Name as it should appear.',
    },
  },
  nationalId: {
    kind: 'text',
    isCode: true,
    min: 5,
    max: 40,
    isUnique: true,
    searches: true,
    masked: { from: ['agent'], shows: 4 },
    concerns: 'person',
    editedWith: 'manage-borrowers',
    tape: {
      description: 'National identity number; unique for each borrower.',
      also: ['national_identity_number', 'national_id_number', 'id_number', 'nin', 'ssn'],
    },
    list: { id: 'nationalId', filters: true },
    exports: true,
  },
  borrowerKind: {
    kind: 'choice',
    choices: borrowerKinds,
    editedWith: 'manage-borrowers',
    tape: {
      description: 'Such as person or company. Default: person.',
      also: ['borrower_type'],
    },
  },
  legalName: {
    kind: 'text',
    isName: true,
    max: 200,
    concerns: 'company',
    editedWith: 'manage-borrowers',
    tape: { description: 'Registered name of a company.', also: ['company_name'] },
  },
  registrationNumber: {
    kind: 'text',
    isCode: true,
    min: 3,
    max: 40,
    isUnique: true,
    concerns: 'company',
    editedWith: 'manage-borrowers',
    tape: {
      description: 'Company registration number; unique for each borrower.',
      also: ['company_number', 'commercial_register_number'],
    },
  },
  contactPerson: {
    kind: 'text',
    isName: true,
    max: 120,
    concerns: 'company',
    editedWith: 'manage-borrowers',
    tape: { description: 'Contact person at a company.' },
  },
  language: {
    kind: 'choice',
    choices: languages,
    editedWith: 'manage-borrowers',
    tape: {
      description:
        'Language of documents: en or ae. Default: the language of the user who creates them.',
      also: ['preferred_language'],
    },
  },
  employmentTitle: {
    kind: 'text',
    max: 200,
    concerns: 'person',
    editedWith: 'manage-borrowers',
    tape: { description: 'Occupation.', also: ['emp_title'] },
  },
  employmentYears: {
    kind: 'count',
    min: 0,
    max: 80,
    unit: 'years',
    concerns: 'person',
    editedWith: 'manage-borrowers',
    tape: { description: 'Whole years with the employer.', also: ['emp_length'] },
  },
  region: {
    kind: 'text',
    max: 120,
    editedWith: 'manage-borrowers',
    tape: { description: 'State or region of the borrower.', also: ['state'] },
  },
  homeOwnership: {
    kind: 'text',
    max: 40,
    known: ['MORTGAGE', 'RENT', 'OWN'],
    concerns: 'person',
    tape: { description: 'Such as own, mortgage, rent.', also: ['homeownership'] },
  },
  annualIncomeMinor: { kind: 'money', tape: { description: 'Gross annual income.' } },
  incomeVerification: {
    kind: 'text',
    max: 40,
    tape: { description: 'How the income was verified.', also: ['verified_income'] },
  },
  debtToIncomePercent: {
    kind: 'rate',
    max: 999_999,
    tape: { description: 'Debt service as a percentage of income.', also: ['debt_to_income'] },
  },
} as const satisfies Facts;

export const loanFacts = {
  externalId: {
    kind: 'text',
    max: 100,
    tape: {
      isRequired: true,
      description: 'Your unique id of the loan.',
      also: ['loan_id'],
    },
    list: { id: 'externalId', isColumn: true },
    exports: true,
  },
  principalMinor: {
    kind: 'money',
    isPositive: true,
    isRequired: true,
    tape: {
      isRequired: true,
      description: 'Amount lent, such as 10000.00.',
      also: ['loan_amount', 'loan_amnt'],
    },
    list: { id: 'principal', sorts: true, isShown: true },
    exports: true,
  },
  annualRatePercent: {
    kind: 'rate',
    max: 1000,
    isRequired: true,
    tape: {
      isRequired: true,
      description: 'Annual nominal rate in percent, such as 14.07.',
      also: ['interest_rate', 'int_rate'],
    },
    list: { id: 'rate', sorts: true, filters: true, isShown: true },
    exports: true,
  },
  purpose: {
    kind: 'text',
    max: 80,
    isRequired: true,
    known: [
      'car',
      'credit_card',
      'debt_consolidation',
      'home_improvement',
      'house',
      'major_purchase',
      'medical',
      'moving',
      'other',
      'renewable_energy',
      'small_business',
      'vacation',
    ],
    tape: {
      description: 'Purpose of the loan. Default: other.',
      also: ['loan_purpose'],
      absent: 'other',
    },
    list: { id: 'purpose', isColumn: true, filters: true },
    exports: true,
  },
  grade: {
    kind: 'text',
    max: 10,
    tape: { description: 'Credit grade.' },
    list: { id: 'grade', isColumn: true, filters: true },
    exports: true,
  },
  subGrade: { kind: 'text', max: 10, tape: { description: 'Finer credit grade.' } },
  disbursedOn: {
    kind: 'day',
    isRequired: true,
    tape: {
      isRequired: true,
      description: 'Day of disbursement as YYYY-MM-DD.',
      also: ['issue_month', 'issue_d'],
    },
    list: { id: 'disbursed', sorts: true },
    exports: true,
  },
  applicationType: { kind: 'text', max: 40, tape: { description: 'Such as individual or joint.' } },
  disbursementMethod: {
    kind: 'text',
    max: 40,
    tape: { description: 'How the loan was disbursed.' },
  },
  instalmentMinor: { kind: 'money', isPositive: true, isRequired: true },
  instalmentCount: { kind: 'count', min: 1, max: 600, isRequired: true },
  frequencyUnit: { kind: 'choice', choices: ['days', 'weeks', 'months'], isRequired: true },
  frequencyEvery: { kind: 'count', min: 1, max: 365, isRequired: true },
  firstDueOn: { kind: 'day', isRequired: true },
} as const satisfies Facts;

/**
 * Returns whether a field applies to the borrower: a company has no employer, a person no register
 * number. A field that has a value always applies.
 */
export function concerns(
  key: keyof typeof borrowerFacts,
  borrower: { readonly [Key in keyof typeof borrowerFacts]?: unknown },
): boolean {
  const fact: Fact = borrowerFacts[key];
  const kind: BorrowerKind = borrower.borrowerKind === 'company' ? 'company' : 'person';
  return fact.concerns === undefined || fact.concerns === kind || (borrower[key] ?? null) !== null;
}
