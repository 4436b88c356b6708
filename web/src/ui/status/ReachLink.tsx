import type { ReactNode } from 'react';
import { Stack } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';

type ReachLinkProps = {
  /** `tel:` or `mailto:`. */
  readonly href: string;
  /** Why the channel may not be used now; null if it may. */
  readonly closed: string | null;
  readonly children: ReactNode;
};

/**
 * A phone number or an email address as a link. If its channel is closed, it is plain text with the
 * reason below it.
 */
export function ReachLink({ href, closed, children }: ReachLinkProps) {
  if (closed === null) return <a href={href}>{children}</a>;
  return (
    <Stack as="span" gap={0}>
      <span>{children}</span>
      <Text as="span" tone="muted" size="caption">
        {closed}
      </Text>
    </Stack>
  );
}
