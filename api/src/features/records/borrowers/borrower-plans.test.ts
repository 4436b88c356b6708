import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../../platform/database.ts';
import type { Scope } from '../../../platform/scope.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { listBorrowerRows, sumBorrowers } from './borrower-lists.store.ts';

const { database } = await createTestDatabase();

const scopes: readonly Scope[] = [
  { role: 'admin', accountId: uuidv7(), now: '2026-06-15T12:00:00Z', demoPortfolioIds: [] },
  { role: 'user', accountId: uuidv7(), portfolioId: uuidv7() },
];

type Plan = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Subplan Name'?: string;
  readonly Plans?: readonly Plan[];
};

const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const tablesOf = (plan: Plan): readonly string[] =>
  nodesOf(plan).flatMap(({ 'Relation Name': table }) => table ?? []);

/**
 * Returns the nested loops of a plan that compare borrowers on one side with loans on the other.
 */
const comparisonsOf = (plan: Plan): readonly string[] =>
  nodesOf(plan)
    .filter((node) => node['Node Type'] === 'Nested Loop')
    .map(({ Plans: sides = [] }) => sides.map(tablesOf))
    .filter((sides) =>
      sides.some((side) => side.includes('borrowers') && !side.includes('loan_list_rows')),
    )
    .filter((sides) => sides.flat().includes('loan_list_rows'))
    .map((sides) => sides.join(' × '));

/**
 * Returns the plan of the statement with which `work` reads the list of loans. The tables are empty
 * and have no statistics, as those of a lender that imports its first tape.
 */
async function plansOf(work: (transaction: Transaction) => Promise<unknown>) {
  return database.begin(async (transaction) => {
    await work(transaction);
    const [read] = await transaction<{ statement: string }[]>`
      select statement from pg_prepared_statements
      where position('loan_list_rows' in statement) > 0
        and position('pg_prepared_statements' in statement) = 0
      order by prepare_time desc limit 1`;
    const [explained] = await transaction.unsafe<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(
      `explain (generic_plan, format json) ${read?.statement ?? ''}`,
    );
    return (explained?.['QUERY PLAN'] ?? []).map(({ Plan: plan }) => plan);
  });
}

describe.each(scopes)('the loan figures of borrowers for $role', (scope) => {
  it('are added up without comparing each borrower with each loan', async () => {
    const filter = { standing: 'owing', timeZone: 'UTC' };
    const plans = await plansOf((transaction) => sumBorrowers(transaction, { scope, filter }));
    expect(plans.flatMap(tablesOf)).toEqual(
      expect.arrayContaining(['borrowers', 'loan_list_rows']),
    );
    expect(plans.flatMap(comparisonsOf)).toEqual([]);
  });

  it('sort and filter a page without comparing each borrower with each loan', async () => {
    const query = { sort: '-outstanding,name', standing: 'owing', limit: 50, timeZone: 'UTC' };
    const plans = await plansOf((transaction) =>
      listBorrowerRows(transaction, { scope, businessDate: '2026-06-15', query }),
    );
    const found = plans.flatMap(nodesOf).filter((node) => node['Subplan Name'] === 'CTE found');
    expect(found).toHaveLength(1);
    expect(found.flatMap(comparisonsOf)).toEqual([]);
  });
});
