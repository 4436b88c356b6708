/** Counts the packages per licence, the most frequent first, then by name. */
export function countLicences(
  packages: readonly { licence: string }[],
): readonly { licence: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  return [...counts]
    .map(([licence, count]) => ({ licence, count }))
    .toSorted(
      (one, other) =>
        other.count - one.count || (nameOf(one.licence) < nameOf(other.licence) ? -1 : 1),
    );
}

/** Leaves out the brackets around a choice of licences, which are not shown. */
const nameOf = (licence: string): string => licence.replaceAll(/[()]/g, '').toLowerCase();
