import { IconChevronDown } from '@tabler/icons-react';
import { Row } from '../../ui/layout/Layout.tsx';

/** The label of a button that opens something below it. */
export function OpensLabel({ children }: { children: string }) {
  return (
    <Row as="span" gap={2} wrap={false}>
      {children}
      <IconChevronDown size={16} stroke={1.5} aria-hidden="true" />
    </Row>
  );
}
