type FileLimits = { endings: readonly string[]; largestBytes: number };

/** Returns why a file cannot be accepted, judged by its name and size; null if it can. */
export function refuseFile(
  { name, size }: Pick<File, 'name' | 'size'>,
  { endings, largestBytes }: FileLimits,
): 'wrong_ending' | 'empty' | 'too_large' | null {
  const isKnown =
    endings.length === 0 || endings.some((ending) => name.toLowerCase().endsWith(ending));
  if (!isKnown) return 'wrong_ending';
  if (size === 0) return 'empty';
  return size > largestBytes ? 'too_large' : null;
}

/** Returns a file's size in the reader's language: `4.2 MB`, `389 bytes`. */
export function spellBytes(bytes: number, locale: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    // The short form has no plural for byte: "389 byte".
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  });
  return format.format(bytes / 1000 ** power);
}
