import type { TapeField } from '@bursar/contracts/intake/tape-fields';
import { errorFinding, UnreadableTape } from '../../../../platform/table-files/findings.ts';
import type { TapeRow, TapeRows } from '../../../../platform/table-files/tape-rows.ts';
import { lackingColumns, layoutColumns } from './layout-columns.ts';
import type { TapeLayout } from './tape-layouts.ts';

/** A published file without a heading, recognised by the values of its columns. */
export type PositionalTable = {
  /** The published names of the columns, as many as the file has. */
  readonly names: readonly string[];
  /** Writes the months of a row as their first day, because digits such as 200703 prove no order. */
  readonly cellsOf: (cells: readonly string[]) => readonly string[];
};

type Month = 'year-first' | 'month-first';

type Positional = {
  readonly names: readonly string[];
  readonly widths: readonly [from: number, to: number];
  /** Patterns of the values that identify this file, by column name. */
  readonly values: Readonly<Record<string, RegExp>>;
  readonly months?: Readonly<Record<string, Month>>;
  /** One row for each loan and month, without the terms of the loans. */
  readonly hasNoTerms?: true;
};

const rate = /^\d{1,2}(\.\d{1,6})?$/;
const amount = /^\d{3,9}(\.\d{1,2})?$/;
const months = /^\d{1,3}$/;
const yearMonth = /^(19|20)\d\d(0[1-9]|1[0-2])$/;
const monthYear = /^(0[1-9]|1[0-2])\/?(19|20)\d\d$/;
const sequenceNumber = /^[FA]\d{2,3}Q[1-4][\dA-Z]{6,8}$/;

const freddieOrigination: Positional = {
  names: split(
    'Credit Score|First Payment Date|First Time Homebuyer Flag|Maturity Date|MSA|Mortgage Insurance Percentage|Number of Units|Occupancy Status|Original CLTV|Original DTI|Original UPB|Original LTV|Original Interest Rate|Channel|Prepayment Penalty Mortgage Flag|Amortization Type|Property State|Property Type|Postal Code|Loan Sequence Number|Loan Purpose|Original Loan Term|Number of Borrowers|Seller Name|Servicer Name|Super Conforming Flag|Pre-HARP Loan Sequence Number|Program Indicator|HARP Indicator|Property Valuation Method|Interest Only Indicator|Mortgage Insurance Cancellation Indicator',
  ),
  widths: [25, 32],
  values: {
    'First Payment Date': yearMonth,
    'Maturity Date': yearMonth,
    'Original UPB': amount,
    'Original Interest Rate': rate,
    'Loan Sequence Number': sequenceNumber,
    'Original Loan Term': months,
  },
  months: { 'First Payment Date': 'year-first' },
};

const freddiePerformance: Positional = {
  names: split(
    'Loan Sequence Number|Monthly Reporting Period|Current Actual UPB|Current Loan Delinquency Status|Loan Age|Remaining Months to Legal Maturity',
  ),
  widths: [20, 40],
  values: { 'Loan Sequence Number': sequenceNumber, 'Monthly Reporting Period': yearMonth },
  hasNoTerms: true,
};

const fannieLoans: Positional = {
  names: split(
    'Reference Pool ID|Loan Identifier|Monthly Reporting Period|Channel|Seller Name|Servicer Name|Master Servicer|Original Interest Rate|Current Interest Rate|Original UPB|UPB at Issuance|Current Actual UPB|Original Loan Term|Origination Date|First Payment Date|Loan Age|Remaining Months to Legal Maturity|Remaining Months to Maturity|Maturity Date|Original LTV|Original CLTV|Number of Borrowers|DTI|Borrower Credit Score|Co-Borrower Credit Score|First Time Home Buyer Indicator|Loan Purpose|Property Type|Number of Units|Occupancy Status|Property State|MSA|Zip Code Short|Mortgage Insurance Percentage|Amortization Type|Prepayment Penalty Indicator|Interest Only Loan Indicator|Interest Only First Principal and Interest Payment Date|Months to Amortization|Current Loan Delinquency Status|Loan Payment History|Modification Flag|Mortgage Insurance Cancellation Indicator|Zero Balance Code|Zero Balance Effective Date|UPB at the Time of Removal',
  ),
  widths: [100, 120],
  values: {
    'Loan Identifier': /^\d{8,12}$/,
    'Monthly Reporting Period': monthYear,
    'Original Interest Rate': rate,
    'Original UPB': amount,
    'Original Loan Term': months,
    'Origination Date': monthYear,
    'First Payment Date': monthYear,
  },
  months: {
    'Monthly Reporting Period': 'month-first',
    'Origination Date': 'month-first',
    'First Payment Date': 'month-first',
  },
};

const fannieAcquisition: Positional = {
  names: split(
    'Loan Identifier|Channel|Seller Name|Original Interest Rate|Original UPB|Original Loan Term|Origination Date|First Payment Date|Original LTV|Original CLTV|Number of Borrowers|DTI|Borrower Credit Score|First Time Home Buyer Indicator|Loan Purpose|Property Type|Number of Units|Occupancy Status|Property State|Zip Code Short|Mortgage Insurance Percentage|Product Type|Co-Borrower Credit Score|Mortgage Insurance Type|Relocation Mortgage Indicator',
  ),
  widths: [22, 25],
  values: {
    'Loan Identifier': /^\d{12}$/,
    Channel: /^[RCBT]$/,
    'Original Interest Rate': rate,
    'Original UPB': amount,
    'Original Loan Term': months,
    'Origination Date': monthYear,
    'First Payment Date': monthYear,
  },
  months: { 'Origination Date': 'month-first', 'First Payment Date': 'month-first' },
};

const fanniePerformance: Positional = {
  names: split(
    'Loan Identifier|Monthly Reporting Period|Servicer Name|Current Interest Rate|Current Actual UPB|Loan Age',
  ),
  widths: [20, 35],
  values: {
    'Loan Identifier': /^\d{12}$/,
    'Monthly Reporting Period': /^(0[1-9]|1[0-2])\/\d\d\/(19|20)\d\d$/,
    'Current Interest Rate': rate,
  },
  hasNoTerms: true,
};

const published: readonly Positional[] = [
  freddieOrigination,
  freddiePerformance,
  fannieLoans,
  fannieAcquisition,
  fanniePerformance,
];

function split(names: string): readonly string[] {
  return names.split('|');
}

/**
 * Recognises a published file by the values of all first rows; null for other files.
 *
 * @throws UnreadableTape for a file of monthly performance, which has no terms of loans.
 */
export function positionalTableOf(
  rows: readonly TapeRow[],
  { delimiter }: TapeRows,
): PositionalTable | null {
  if (delimiter !== '|') return null;
  const found = published.find((one) => rows.every(({ cells }) => isRowOf(cells, one)));
  if (!found) return null;
  if (found.hasNoTerms) throw new UnreadableTape(errorFinding('performance_without_terms'));
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const names = Array.from({ length: width }, (_, at) => found.names[at] ?? `Field ${at + 1}`);
  return { names, cellsOf: (cells) => withDays(cells, found) };
}

function isRowOf(cells: readonly string[], { names, widths, values }: Positional): boolean {
  const [from, to] = widths;
  if (cells.length < from || cells.length > to) return false;
  return Object.entries(values).every(([name, value]) =>
    value.test(cells[names.indexOf(name)]?.trim() ?? ''),
  );
}

function withDays(cells: readonly string[], { names, months: written = {} }: Positional) {
  return cells.map((cell, at) => {
    const month = written[names[at] ?? ''];
    return month === undefined ? cell : firstDayOf(cell.trim(), month);
  });
}

/** @example firstDayOf('032007', 'month-first') // '2007-03-01' */
function firstDayOf(cell: string, written: Month): string {
  const [, first = '', second = ''] =
    (written === 'year-first' ? /^(\d{4})(\d\d)$/ : /^(\d\d)\/?(\d{4})$/).exec(cell) ?? [];
  if (first === '') return cell;
  return written === 'year-first' ? `${first}-${second}-01` : `${second}-${first}-01`;
}

const fixedRateOnly = [
  { heading: 'Amortization Type', allowed: ['FRM', 'FIXED'] },
  { heading: 'Product Type', allowed: ['FRM'] },
  { heading: 'Interest Only Indicator', allowed: ['N', ''] },
  { heading: 'Interest Only Loan Indicator', allowed: ['N', ''] },
  { heading: 'Modification Flag', allowed: ['N', ''] },
] as const;

const shared = {
  currency: 'USD',
  ratePeriod: 'year',
  isPositional: true,
  terms: fixedRateOnly,
} as const;

const loanFields: readonly (readonly [string, TapeField])[] = [
  ['Original UPB', 'principal'],
  ['Original Interest Rate', 'annualRate'],
  ['Original Loan Term', 'instalmentCount'],
  ['First Payment Date', 'firstDueOn'],
  ['Property State', 'region'],
];

/** Freddie Mac's file of originations has no day of disbursement and no balance. */
const freddieMac: TapeLayout = {
  ...shared,
  name: 'freddie-mac',
  signature: ['Loan Sequence Number', 'Original UPB', 'Super Conforming Flag'],
  words: {},
  columns: [
    ...layoutColumns([['Loan Sequence Number', 'externalId'], ...loanFields]),
    ...lackingColumns('disbursedOn'),
  ],
};

/** Fannie Mae's loans, one row for each loan and month; a code says why a balance is zero. */
const fannieMae: TapeLayout = {
  ...shared,
  name: 'fannie-mae',
  signature: ['Loan Identifier', 'Monthly Reporting Period', 'Zero Balance Code'],
  period: 'Monthly Reporting Period',
  zeroBalance: 'Zero Balance Code',
  words: {
    status: { '01': 'closed', '02': 'written_off', '03': 'written_off', '09': 'written_off' },
  },
  columns: layoutColumns([
    ['Loan Identifier', 'externalId'],
    ...loanFields,
    ['Origination Date', 'disbursedOn'],
    ['Current Actual UPB', 'balance'],
    ['Zero Balance Code', 'status'],
  ]),
};

/** Fannie Mae's earlier file of acquisitions, without balances. */
const fannieMaeAcquisitions: TapeLayout = {
  ...shared,
  name: 'fannie-mae-acquisitions',
  signature: ['Loan Identifier', 'Relocation Mortgage Indicator', 'Original UPB'],
  words: {},
  columns: layoutColumns([
    ['Loan Identifier', 'externalId'],
    ...loanFields,
    ['Origination Date', 'disbursedOn'],
  ]),
};

export const positionalLayouts: readonly TapeLayout[] = [
  freddieMac,
  fannieMae,
  fannieMaeAcquisitions,
];
