import type { ReadFirstSteps } from '@bursar/contracts/control/first-steps';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export type FirstSteps = AnswerOf<ReadFirstSteps>['steps'];

export const firstStepsQuery = queryOptions({
  queryKey: queryRoots.firstSteps,
  queryFn: ({ signal }) => callApi<ReadFirstSteps>('GET /api/first-steps', { signal }),
});
