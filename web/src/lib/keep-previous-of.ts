import type { QueryKey } from '@tanstack/react-query';

/**
 * As `keepPreviousData`, but only for another question about the same record: the key must start
 * alike. While another loan loads, the figures of the former one must not be shown.
 */
export function keepPreviousOf(record: QueryKey) {
  return <Data>(previous: Data | undefined, query: { readonly queryKey: QueryKey } | undefined) =>
    record.every((part, at) => part === query?.queryKey[at]) ? previous : undefined;
}
