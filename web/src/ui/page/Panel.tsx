import type { ReactNode } from 'react';
import { Box } from '../layout/Box.tsx';
import { Row } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';

type PanelHeadProps = {
  title: ReactNode;
  /** A small control next to the heading, such as the button of a definition. */
  mark?: ReactNode;
  /** Shown next to the heading: the date of the figures, or the author. */
  note?: ReactNode;
};

/** The heading of a section, with a note at the end of its line. */
function PanelHead({ title, mark, note }: PanelHeadProps) {
  return (
    <Box as="header" flow="row" justify="between" gap={4} lines={1} below={3}>
      <Row gap={1} wrap={false}>
        <Text as="h2" size="body" weight="strong">
          {title}
        </Text>
        {mark}
      </Row>
      {note && (
        <Box tone="muted" size="table" pretty>
          {note}
        </Box>
      )}
    </Box>
  );
}

type PanelProps = PanelHeadProps & { children: ReactNode };

/** A section of a page with a heading. */
export function Panel({ title, mark, note, children }: PanelProps) {
  return (
    <Box as="section" shrinks>
      <PanelHead title={title} mark={mark} note={note} />
      {children}
    </Box>
  );
}
