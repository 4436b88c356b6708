/** Returns the currency that all rows share, for the head of their table; null if there is none. */
export function sharedCurrency(rows: readonly { readonly currency: string }[]): string | null {
  const currency = rows[0]?.currency ?? null;
  return rows.every((row) => row.currency === currency) ? currency : null;
}
