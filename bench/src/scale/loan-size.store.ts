import type { Database } from '@bursar/api/platform/database';

export type LoanSize = {
  /** All tables with their indexes, divided by the number of loans. */
  readonly bytesPerLoan: number;
  /** The instalments with their indexes, divided by the number of loans. */
  readonly instalmentBytesPerLoan: number;
  readonly bytesPerInstalment: number;
  readonly databaseBytes: number;
};

/** Measures the disk space of a loan with its history. */
export async function readLoanSize(owner: Database, loans: number): Promise<LoanSize> {
  const [size] = await owner<{ total: number; instalments: number; count: number }[]>`
    select sum(pg_total_relation_size(oid))::bigint as total,
      pg_total_relation_size('instalments') as instalments,
      (select count(*) from instalments) as count
    from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`;
  if (!size) throw new Error('a sum has a row');
  return {
    bytesPerLoan: size.total / loans,
    instalmentBytesPerLoan: size.instalments / loans,
    bytesPerInstalment: size.instalments / size.count,
    databaseBytes: size.total,
  };
}
