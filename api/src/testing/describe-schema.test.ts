import { describe, expect, it } from 'vitest';
import { describeSchema } from './describe-schema.ts';
import { createTestDatabase } from './test-database.ts';

describe('the database as it stands', () => {
  it('is what schema.sql says: npx vitest run --project=api describe-schema -u writes it anew', async () => {
    const { owner } = await createTestDatabase();
    await expect(await describeSchema(owner)).toMatchFileSnapshot('../../schema.sql');
  });
});
