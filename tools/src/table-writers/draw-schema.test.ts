import { describe, expect, it } from 'vitest';
import { homeFolder } from '../home-folder.ts';
import { drawSchema } from './draw-schema.ts';

describe('the table diagrams', () => {
  it('equal docs/schema.md; update it with npx vitest run --project=unit draw-schema -u', async () => {
    await expect(drawSchema(homeFolder)).toMatchFileSnapshot('../../../docs/schema.md');
  });
});
