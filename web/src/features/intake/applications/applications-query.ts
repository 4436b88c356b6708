import type { InputOf } from '@bursar/contracts/endpoint';
import type { ListApplications } from '@bursar/contracts/intake/applications';
import { callApi } from '../../../lib/api-client.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

type ApplicationQuestion = Pick<InputOf<ListApplications>['query'], 'q' | 'status' | 'productId'>;

/**
 * The applications in scope, in pages. The query has its own file, so that the dashboard loads it
 * without the other queries.
 */
export const applicationsQuery = (asked: ApplicationQuestion) =>
  pagesByKey([...queryRoots.applications, 'list', asked], (from, signal) =>
    callApi<ListApplications>('GET /api/applications', { query: { ...asked, ...from }, signal }),
  );
