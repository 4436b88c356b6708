import { describe, expect, it } from 'vitest';
import { homeFolder } from '../home-folder.ts';
import { drawSchema } from './draw-schema.ts';

describe('the pictures of the tables', () => {
  it('are those of docs/schema.md: npx vitest run --project=unit draw-schema -u writes it', async () => {
    await expect(drawSchema(homeFolder)).toMatchFileSnapshot('../../../docs/schema.md');
  });
});
