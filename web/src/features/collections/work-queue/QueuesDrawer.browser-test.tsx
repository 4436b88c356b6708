import type {
  CreateViewQueue,
  ListViewQueues,
  RemoveViewQueue,
} from '@bursar/contracts/collections/view-queues';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { QueuesDrawer } from './QueuesDrawer.tsx';

const queue = {
  id: '0190c5d2-0000-7000-8000-000000000001',
  name: 'Large loans',
  team: null,
  sort: null,
  direction: 'asc' as const,
  createdBy: 'Daniel Reyes',
  mayRemove: true,
};
const ofManager = { ...queue, id: '0190c5d2-0000-7000-8000-000000000002', mayRemove: false };
const view = {
  filter: { view: 'all' as const, q: undefined },
  sort: 'outstanding' as const,
  direction: 'desc' as const,
};
const list = (queues: readonly (typeof queue)[]) =>
  answers<ListViewQueues>('GET /api/work/view-queues', { queues: [...queues] });

it('offers the open list in its order', async () => {
  const sent = answerApi(list([]), answers<CreateViewQueue>('POST /api/work/view-queues', queue));
  await drawFeature(<QueuesDrawer view={view} opened onClose={() => undefined} />, {
    texts: ['work-queue'],
  });
  await page.getByRole('button', { name: 'Offer as queue' }).click();
  expect(sent).toEqual([]);
  await page.getByLabelText('Name of the queue').fill('Large loans');
  await page.getByRole('combobox', { name: 'Order' }).click();
  await page.getByRole('option', { name: 'As in this list' }).click();
  await page.getByRole('button', { name: 'Offer as queue' }).click();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.body).toMatchObject({
    name: 'Large loans',
    filter: { view: 'all' },
    sort: 'outstanding',
    direction: 'desc',
  });
});

it('asks before a queue is removed, and leaves those of the manager', async () => {
  const sent = answerApi(
    list([queue, { ...ofManager, name: 'Legal cases' }]),
    answers<RemoveViewQueue>('POST /api/work/view-queues/:queueId/remove', { removed: true }),
  );
  await drawFeature(<QueuesDrawer view={view} opened onClose={() => undefined} />, {
    texts: ['work-queue'],
  });
  await expect.element(page.getByText('Legal cases')).toBeVisible();
  expect(page.getByRole('button', { name: 'Remove Legal cases' }).query()).toBeNull();
  await page.getByRole('button', { name: 'Remove Large loans' }).click();
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: 'Remove queue' }).click();
  await expect
    .poll(() => sent)
    .toMatchObject([{ path: `/api/work/view-queues/${queue.id}/remove` }]);
});
