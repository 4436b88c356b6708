import type { QueryKey } from '@tanstack/react-query';

/**
 * Keeps the previous answer while the next loads, like `keepPreviousData`, but only if both keys
 * begin with those of the record: while another loan loads, the former one's figures must not show.
 */
export function keepPreviousOf(record: QueryKey) {
  return <Data>(previous: Data | undefined, query: { readonly queryKey: QueryKey } | undefined) =>
    record.every((part, at) => part === query?.queryKey[at]) ? previous : undefined;
}
