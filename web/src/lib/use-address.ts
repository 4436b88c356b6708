import { useSearchParams } from 'react-router';

/**
 * Reads and sets one parameter of the address, such as the open figure or loan; null removes it.
 */
export function useAddress(name: string) {
  const [search, setSearch] = useSearchParams();
  const set = (value: string | null) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { preventScrollReset: true },
    );
  return [search.get(name), set] as const;
}
