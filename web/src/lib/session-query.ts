import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ReadSession } from '@bursar/contracts/sessions';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './api-client.ts';

export type SessionFacts = AnswerOf<ReadSession>;

/** Who is signed in, for which portfolio and on which business day; kept for the visit. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => callApi<ReadSession>('GET /api/session', { signal }),
  staleTime: 5 * 60_000,
});
