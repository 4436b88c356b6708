/** A loan as a row of a tape in CSV. */
const loanRow = {
  external_id: 'A-1',
  borrower_name: 'Ada Byron',
  principal: '10000.00',
  annual_rate_percent: '14.07',
  instalments: '36',
  disbursed_on: '2026-01-01',
  first_due_on: '2026-02-01',
  status: 'active',
  principal_paid: '0.00',
  interest_paid: '0.00',
};

/**
 * Returns a function that writes a tape. Each row is a usual loan with these additional columns,
 * changed by the given values.
 */
export function tapesWith<Columns extends Readonly<Record<string, string>>>(columns: Columns) {
  const usual = { ...loanRow, ...columns };
  return (...rows: Partial<typeof usual>[]): string => {
    const lines = rows.map((row) => Object.values({ ...usual, ...row }).join(','));
    return [Object.keys(usual).join(','), ...lines].join('\n');
  };
}
