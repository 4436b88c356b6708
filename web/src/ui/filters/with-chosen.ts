import type { FilterOption } from './filter-values.ts';

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Shown for a chosen option until the options are loaded. */
const loadingLabel = '…';

/**
 * Adds the ids in the address that are not among the options: those of a suspended agent or a
 * removed tag, or all while the options load. A filter ignores a value that is no option; without
 * these ids, a list would show every row, and an action on all matches would change every row.
 */
export function withChosen(
  options: readonly FilterOption[] | undefined,
  { chosen, missing }: { readonly chosen: string | null; readonly missing: string },
): readonly FilterOption[] {
  const known = new Set(options?.map(({ value }) => value));
  const lacking = (chosen?.split(',') ?? []).filter((id) => idPattern.test(id) && !known.has(id));
  const label = options ? missing : loadingLabel;
  return [...(options ?? []), ...lacking.map((value) => ({ value, label }))];
}
