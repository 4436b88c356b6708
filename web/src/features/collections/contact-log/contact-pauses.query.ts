import type { ListContactPauses } from '@bursar/contracts/collections/contact-log';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { callApi } from '../../../lib/api-client.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export type PausedLoan = AnswerOf<ListContactPauses>['pauses'][number];

/** Loans whose contact is paused. The first page has only a few rows, further pages have 25. */
export const pausesQuery = pagesByKey([...queryRoots.workQueue, 'contact-pauses'], (from, signal) =>
  callApi<ListContactPauses>('GET /api/work/contact-pauses', {
    query: from.after === undefined ? {} : { ...from, limit: 25 },
    signal,
  }),
);
