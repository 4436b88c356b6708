type FileLimits = { endings: readonly string[]; largestBytes: number };

/** Why a file cannot be what is asked for, seen without reading it; null where it may be. */
export function refuseFile(
  { name, size }: Pick<File, 'name' | 'size'>,
  { endings, largestBytes }: FileLimits,
): 'wrong_ending' | 'empty' | 'too_large' | null {
  const isKnown = endings.some((ending) => name.toLowerCase().endsWith(ending));
  if (!isKnown) return 'wrong_ending';
  if (size === 0) return 'empty';
  return size > largestBytes ? 'too_large' : null;
}

/** A file's size as its reader's system would say it: `4.2 MB`, `389 bytes`. */
export function spellBytes(bytes: number, locale: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    // Short, a byte has no plural: "389 byte".
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  });
  return format.format(bytes / 1000 ** power);
}
