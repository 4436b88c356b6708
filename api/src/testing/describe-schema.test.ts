import { describe, expect, it } from 'vitest';
import { describeSchema } from './describe-schema.ts';
import { createTestDatabase } from './test-database.ts';

describe('the migrated database', () => {
  it('equals schema.sql; update it with npx vitest run --project=api describe-schema -u', async () => {
    const { owner } = await createTestDatabase();
    await expect(await describeSchema(owner)).toMatchFileSnapshot('../../schema.sql');
  });
});
