import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { joinedWhole, plannedByValues, readByValues, type Queryable } from './database.ts';

const { database } = await createTestDatabase();

const modeOf = async (sql: Queryable) => {
  const [row] = await sql<{ mode: string }[]>`select current_setting('plan_cache_mode') as mode`;
  return row?.mode;
};

describe('prepared plans of statements', () => {
  it('are reused, except for reads whose values determine the plan', async () => {
    expect(await modeOf(database)).toBe('auto');
    expect(await modeOf(plannedByValues(database))).toBe('force_custom_plan');
  });

  it('are made for each such read in a transaction, and reused for its other statements', async () => {
    await database.begin(async (transaction) => {
      expect(plannedByValues(transaction)).toBe(transaction);
      expect(await readByValues(transaction, () => modeOf(transaction))).toBe('force_custom_plan');
      expect(await modeOf(transaction)).toBe('auto');
    });
  });

  it('avoid a nested loop where a statement joins two large sides', async () => {
    await database.begin(async (transaction) => {
      const join = async (): Promise<string> => {
        const plan = await transaction`
          explain select from generate_series(1, 2) one join generate_series(1, 2) two on one = two`;
        return plan.map((line) => String(line['QUERY PLAN'] ?? line['queryPlan'])).join('\n');
      };
      expect(await joinedWhole(transaction, join)).not.toContain('Nested Loop');
      const [row] = await transaction`select current_setting('enable_nestloop') as loops`;
      expect(row?.['loops']).toBe('on');
    });
  });
});
