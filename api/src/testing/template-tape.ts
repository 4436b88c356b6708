/** The columns of Bursar's template that test tapes fill in. */
export const templateColumns = [
  'external_id',
  'borrower_name',
  'principal',
  'annual_rate_percent',
  'instalments',
  'instalment',
  'disbursed_on',
  'first_due_on',
  'status',
  'balance',
  'principal_paid',
  'interest_paid',
] as const;
export type TemplateCells = Partial<Record<(typeof templateColumns)[number], string>>;

const good: Record<(typeof templateColumns)[number], string> = {
  external_id: 'A-1',
  borrower_name: 'Ada Byron',
  principal: '10000.00',
  annual_rate_percent: '14.07',
  instalments: '36',
  instalment: '342.12',
  disbursed_on: '2018-03-01',
  first_due_on: '2018-04-01',
  status: 'active',
  balance: '10000.00',
  principal_paid: '0',
  interest_paid: '0',
};

/** Writes one loan as a line of the template; omitted cells get valid values. */
export function templateLine(cells: TemplateCells, separator = ','): string {
  return templateColumns.map((column) => ({ ...good, ...cells })[column]).join(separator);
}

export function templateTape(...rows: readonly TemplateCells[]): string {
  return [templateColumns.join(','), ...rows.map((row) => templateLine(row))].join('\n');
}
