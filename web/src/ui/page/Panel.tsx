import type { ReactNode } from 'react';
import { Box } from '../layout/Box.tsx';
import { Text } from '../layout/Text.tsx';

type PanelHeadProps = {
  title: ReactNode;
  /** The heading’s id, where it names what it stands on. */
  titleId?: string;
  /** Beside the heading: of when the figures are, who wrote it down. */
  note?: ReactNode;
};

/** The heading of a part of a page, with a note at the other end of its line. */
export function PanelHead({ title, titleId, note }: PanelHeadProps) {
  return (
    <Box as="header" flow="row" align="baseline" justify="between" gap={4} lines={1} below={3}>
      <Text as="h2" size="body" weight="strong" id={titleId}>
        {title}
      </Text>
      {note && (
        <Box tone="muted" size="table" pretty>
          {note}
        </Box>
      )}
    </Box>
  );
}

type PanelProps = Omit<PanelHeadProps, 'titleId'> & { children: ReactNode };

/** A part of a page under its own heading. */
export function Panel({ title, note, children }: PanelProps) {
  return (
    <Box as="section" shrinks>
      <PanelHead title={title} note={note} />
      {children}
    </Box>
  );
}
