import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';

type Page = { readonly nextCursor: string | null };

/** A list page by page by key; the former rows stay while the answer to another question comes. */
export function pagesByKey<Answer extends Page>(
  queryKey: QueryKey,
  ask: (from: { after?: string }, signal: AbortSignal) => Promise<Answer>,
  /** Milliseconds for which an answer is not asked for again; without them, as for every query. */
  fresh: { staleTime?: number } = {},
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => ask(pageParam === null ? {} : { after: pageParam }, signal),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    ...fresh,
  });
}

// Without the type, null alone would be the only page there is.
const firstPage: string | null = null;

/** Everything there is, read to the last page: for what people choose from. */
export async function readAllPages<Row>(
  ask: (from: { after?: string }) => Promise<Page & { readonly rows: readonly Row[] }>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof ask>> = await ask(after === null ? {} : { after });
    rows.push(...page.rows);
    after = page.nextCursor;
  } while (after !== null);
  return rows;
}
