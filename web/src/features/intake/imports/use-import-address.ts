import { useSearchParams } from 'react-router';
import type { Severity } from './imports.queries.ts';

/** The value of the `import` parameter that opens a new import: `?import=new`. */
export const newImport = 'new';

const severities: readonly Severity[] = ['error', 'warning'];

/** Reads and changes the open import and the filter of its findings, which the address stores. */
export function useImportAddress() {
  const [search, setSearch] = useSearchParams();
  const show = (importId: string | null, options: { replace?: boolean } = {}) =>
    setSearch((now) => withImport(now, importId), { ...options, preventScrollReset: true });
  return {
    /** `new`, an import's id, or null while none is open. */
    shown: search.get('import'),
    show,
    hrefOf: (importId: string) => `?${withImport(search, importId).toString()}`,
    severity: severities.find((severity) => severity === search.get('findings')),
    showSeverity: (next: Severity | undefined) =>
      setSearch(
        (now) => {
          const changed = new URLSearchParams(now);
          if (next === undefined) changed.delete('findings');
          else changed.set('findings', next);
          return changed;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}

/**
 * Returns the parameters with this import open, or no import if its id is null, and without the
 * filter of findings. The other parameters belong to the list behind the import and do not change.
 */
function withImport(search: URLSearchParams, importId: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete('findings');
  if (importId === null) next.delete('import');
  else next.set('import', importId);
  return next;
}
