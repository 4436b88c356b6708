import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';

type Page = { readonly nextCursor: string | null };

/**
 * Returns the options for a list with keyset pages; the old rows stay while a changed query loads.
 */
export function pagesByKey<Answer extends Page>(
  queryKey: QueryKey,
  ask: (from: { after?: string }, signal: AbortSignal) => Promise<Answer>,
  /** `staleTime` in milliseconds; the default of all queries if left out. */
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

// Without the type, TypeScript infers null as the only page parameter.
const firstPage: string | null = null;

/** Reads all pages, for lists that the user chooses from. */
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
