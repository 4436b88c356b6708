import { Box } from '../layout/Box.tsx';
import type { EmptyStateProps } from './EmptyState.tsx';

/** Says in one line why a small list in a part of a page is empty. */
export function EmptyLine({ title, hint }: Pick<EmptyStateProps, 'title' | 'hint'>) {
  return (
    <Box as="p" tone="muted" size="table" pad={[3, 0]}>
      {title} {hint}
    </Box>
  );
}
