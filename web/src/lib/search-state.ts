import { useSearchParams } from 'react-router';

/** A page's state in its address; empty and null values are left out. */
export function useSearchState() {
  const [search, setSearch] = useSearchParams();
  return {
    read: (name: string): string | undefined => search.get(name) ?? undefined,
    /** Returns one of these values; the first if the address has none of them. */
    choice: <Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value =>
      values.find((value) => value === search.get(name)) ?? values[0],
    write: (changes: Readonly<Record<string, string | null | undefined>>) => {
      const next = new URLSearchParams(search);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      setSearch(next, { preventScrollReset: true, replace: true });
    },
  };
}
