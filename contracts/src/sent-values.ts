/** Returns whether PostgreSQL can store a text: it refuses U+0000 and unpaired surrogates. */
export const isStorable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text);

/**
 * Yields every leaf value with its path, such as `selection.loanIds.0`. It does not recurse,
 * because input may be nested deeper than the stack.
 */
export function* leavesOf(
  sent: unknown,
): Generator<{ readonly path: string; readonly value: unknown }> {
  const waiting: { readonly path: string; readonly value: unknown }[] = [{ path: '', value: sent }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, value } = next;
    if (typeof value !== 'object' || value === null) {
      yield next;
      continue;
    }
    for (const [key, inner] of Object.entries(value)) {
      waiting.push({ path: path === '' ? key : `${path}.${key}`, value: inner });
    }
  }
}
