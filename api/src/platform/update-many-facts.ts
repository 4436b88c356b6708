import { columnOf } from '@bursar/contracts/fact-kinds';
import type { Fragment } from './conditions.ts';
import type { Transaction } from './database.ts';
import { factUpdate } from './facts.ts';

type Values = Readonly<Record<string, string | number | null>>;

export type FactUpdate = { readonly id: string; readonly values: Values };

type FactTable = {
  readonly table: 'borrowers' | 'loans';
  readonly portfolioId: string;
  readonly versioned: Fragment;
};

/** Updates fields of many rows: one statement for all rows that change the same fields. */
export async function updateManyFacts(
  transaction: Transaction,
  { table, portfolioId, versioned }: FactTable,
  updates: readonly FactUpdate[],
): Promise<void> {
  const byFacts = new Map<string, FactUpdate[]>();
  for (const update of updates) {
    const facts = Object.keys(update.values).toSorted().join(' ');
    if (facts !== '') byFacts.set(facts, [...(byFacts.get(facts) ?? []), update]);
  }
  for (const [facts, alike] of byFacts) {
    const set = facts
      .split(' ')
      .map((key) => transaction(columnOf(key)))
      .map((column) => transaction`${column} = given.${column}`)
      .reduce((all, one) => transaction`${all}, ${one}`);
    const rows = alike.map(({ id, values }) => ({ id, ...factUpdate(values) }));
    // Reading the values as rows of the table gives each value its column's type.
    await transaction`
      update ${transaction(table)} stored
      set ${set} ${versioned}
      from jsonb_populate_recordset(null::${transaction(table)}, ${transaction.json(rows)}) given
      where stored.portfolio_id = ${portfolioId} and stored.id = given.id`;
  }
}
