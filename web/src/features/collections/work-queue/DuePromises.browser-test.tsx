import type { ListDuePromises } from '@bursar/contracts/collections/due-promises';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { DuePromises } from './DuePromises.tsx';

it('lists the promises of a day or those to come, and says if there are none', async () => {
  answerApi(
    answers<ListDuePromises>('GET /api/work/due-promises', {
      currency: 'USD',
      views: { today: 0, coming: 2, broken: 1 },
      count: 0,
      kept: 0,
      promisedMinor: 0,
      receivedMinor: 0,
      promises: [],
      nextCursor: null,
    }),
  );
  await drawFeature(<DuePromises stateOf={(state) => state} />, { texts: ['work-queue'] });
  await expect.element(page.getByText('No promises are due today.')).toBeVisible();
  await page.getByRole('button', { name: 'Show Due today' }).click();
  await page.getByRole('menuitem', { name: /^Broken, 30 days/ }).click();
  await expect.element(page.getByRole('button', { name: 'Show Broken, 30 days' })).toBeVisible();
  await expect
    .element(page.getByText('No promises were broken in the last 30 days.'))
    .toBeVisible();
});
