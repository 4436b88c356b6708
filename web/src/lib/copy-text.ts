/**
 * Copies a text and returns whether it was copied. A browser may refuse, and on plain http it has no
 * clipboard at all.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
