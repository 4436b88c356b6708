import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ListContactPauses } from '@bursar/contracts/collections/contact-log';
import type { ListParkedLoans } from '@bursar/contracts/collections/parked-loans';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../lib/testing/answer-api.ts';
import { draw } from '../../ui/testing/draw.tsx';
import { TodaysPromises } from './TodaysPromises.tsx';

it('a list that failed once does not delay what is below it while it is retried', async () => {
  answerApi(
    answers<ListContactPauses>('GET /api/work/contact-pauses', {
      pauses: [],
      count: 0,
      nextCursor: null,
    }),
    answers<ListParkedLoans>('GET /api/work/parked', { loans: [], counts: [], nextCursor: null }),
  );
  const retrying = { retry: true, retryDelay: 3_600_000 };
  const queryClient = new QueryClient({ defaultOptions: { queries: retrying } });
  await draw(
    <QueryClientProvider client={queryClient}>
      <TodaysPromises />
      <p>Charts</p>
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('Charts')).toBeVisible();
  await expect.poll(() => document.querySelector('[data-skeleton]')).toBeNull();
  queryClient.clear();
});
