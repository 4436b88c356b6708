import type { ReactNode } from 'react';

/** A reference number, such as `L-000123`: letters, hyphens and digits. */
const reference = /(\p{L}+(?:-\d+)+)/u;

/**
 * A sentence whose references stay on one line. Browsers may break a line after any hyphen, and no
 * style forbids it there.
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
