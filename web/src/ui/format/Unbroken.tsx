import type { ReactNode } from 'react';

/** A reference number, such as `L-000123`: letters, hyphens and digits. */
const reference = /(\p{L}+(?:-\d+)+)/u;

/**
 * A text in which each reference stays on one line: browsers may break a line after any hyphen.
 * Children other than a string are shown unchanged.
 */
export function Unbroken({ children }: { readonly children: ReactNode }): ReactNode {
  if (typeof children !== 'string') return children;
  // Splitting by a capturing group keeps the matches, at the odd indexes.
  const parts = children.split(reference);
  return parts.map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ),
  );
}
