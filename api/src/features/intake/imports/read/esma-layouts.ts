import { lackingColumns, layoutColumns, type Heading } from './layout-columns.ts';
import type { TapeLayout } from './tape-layouts.ts';

/** The numbers of the fields of an annex; a field without a number is not in it. */
type Annex = {
  readonly prefix: string;
  readonly origination: number;
  readonly term: number | null;
  readonly currency: number;
  readonly principal: number;
  readonly balance: number;
  readonly amortisation: number;
  readonly graceEnd: number;
  readonly frequency: number;
  readonly balloon: number | null;
  readonly rate: number;
  readonly status: number;
  /** Further fields by number, each with the only contents that an importable loan can have. */
  readonly others?: Readonly<Record<number, readonly string[]>>;
};

/** Field contents that mean "none": "not applicable", an empty cell, or zero. */
const none = ['', 'ND5'];
const zero = [...none, '0', '0.00'];

/**
 * The annexes of Delegated Regulation (EU) 2020/1224 whose exposures can be loans with instalments:
 * residential real estate, corporate loans (which state no term), automobiles, and consumer loans.
 * The numbers are those of the annexes and of ESMA's questions and answers 1308, 1326, 1343 and
 * 1350.
 */
const annexes: readonly Annex[] = [
  {
    prefix: 'RREL',
    origination: 23,
    term: 25,
    currency: 28,
    principal: 29,
    balance: 30,
    amortisation: 35,
    graceEnd: 36,
    frequency: 37,
    balloon: 41,
    rate: 43,
    status: 69,
  },
  {
    prefix: 'CRPL',
    origination: 33,
    term: null,
    currency: 37,
    principal: 38,
    balance: 39,
    amortisation: 46,
    graceEnd: 47,
    frequency: 48,
    balloon: 51,
    rate: 53,
    status: 79,
  },
  {
    prefix: 'AUTL',
    origination: 24,
    term: 26,
    currency: 28,
    principal: 29,
    balance: 30,
    amortisation: 32,
    graceEnd: 33,
    frequency: 34,
    balloon: 38,
    rate: 40,
    status: 70,
    // Leases and contracts with a residual value are not repaid by instalments alone.
    others: { 23: [...none, 'HIRP'], 61: zero, 63: zero },
  },
  {
    prefix: 'CMRL',
    origination: 21,
    term: 23,
    currency: 26,
    principal: 27,
    balance: 28,
    amortisation: 32,
    graceEnd: 33,
    frequency: 34,
    balloon: null,
    rate: 37,
    status: 55,
    // A revolving credit has no instalments of one amount.
    others: { 30: none },
  },
];

/**
 * The account statuses with one meaning; a default does not say whether the loan was written off.
 */
const statuses = {
  perf: 'current',
  arre: 'active',
  rarr: 'active',
  rnar: 'active',
  rdmd: 'closed',
} as const;

const frequencies = {
  mnth: 'monthly',
  qutr: 'quarterly',
  semi: 'half-yearly',
  year: 'yearly',
} as const;

/** Loan-level data as ESMA prescribes it, with field codes as headings. */
export const esmaLayouts: readonly TapeLayout[] = annexes.map((annex) => {
  const code = (number: number) => `${annex.prefix}${number}`;
  const { term, balloon } = annex;
  const headings: readonly Heading[] = [
    // The identifiers that the reporting entity gave the exposure and its borrower.
    [code(3), 'externalId'],
    [code(5), 'borrowerExternalId'],
    [code(annex.origination), 'disbursedOn'],
    ...(term === null ? [] : [[code(term), 'instalmentCount'] as const]),
    [code(annex.currency), 'currency'],
    [code(annex.principal), 'principal'],
    [code(annex.balance), 'balance'],
    [code(annex.frequency), 'frequency'],
    [code(annex.rate), 'annualRate'],
    [code(annex.status), 'status'],
  ];
  return {
    name: 'esma',
    signature: [code(3), code(annex.principal), code(annex.balance), code(annex.rate)],
    ratePeriod: 'year',
    // Terms are in months, so they are a number of instalments only for monthly loans.
    ...(term !== null && { termUnit: 'months' as const }),
    words: { status: statuses, frequency: frequencies },
    terms: [
      { heading: code(annex.amortisation), allowed: ['FRXX'] },
      { heading: code(annex.graceEnd), allowed: ['', 'ND5'], sameAs: code(annex.origination) },
      ...(balloon === null ? [] : [{ heading: code(balloon), allowed: zero }]),
      ...Object.entries(annex.others ?? {}).map(([number, allowed]) => ({
        heading: code(Number(number)),
        allowed,
      })),
    ],
    columns: [
      ...layoutColumns(headings),
      ...(term === null ? lackingColumns('instalmentCount') : []),
    ],
  };
});
