import type { QueryKey } from '@tanstack/react-query';

/**
 * Keeps the previous answer while the next one loads, like `keepPreviousData`, but only if the
 * previous key begins with `record`: while another loan loads, the figures of the former one must
 * not show.
 */
export function keepPreviousOf(record: QueryKey) {
  return <Data>(previous: Data | undefined, query: { readonly queryKey: QueryKey } | undefined) =>
    record.every((part, at) => part === query?.queryKey[at]) ? previous : undefined;
}
