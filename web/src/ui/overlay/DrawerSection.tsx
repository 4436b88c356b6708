import type { ReactNode } from 'react';
import { Row, Stack } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import classes from './overlay.module.css';

type DrawerSectionProps = {
  /** A section without a title is only divided from the one above it. */
  readonly title?: ReactNode;
  readonly label?: string;
  /** A small control next to the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
};

/**
 * A part of a record or a form in a drawer; a thin line divides it from the part above it. Sections
 * are the children of a `Stack` with a gap of 5.
 */
export function DrawerSection({ title, label, action, children }: DrawerSectionProps) {
  return (
    <Stack as="section" gap={3} aria-label={label} className={classes.section}>
      {title !== undefined && (
        <Row justify="between">
          <Text as="h3" size="body" weight="strong">
            {title}
          </Text>
          {action}
        </Row>
      )}
      {children}
    </Stack>
  );
}
