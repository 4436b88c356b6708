import { useState, type ReactNode } from 'react';
import { Box } from '../layout/Box.tsx';
import { Text } from '../layout/Text.tsx';
import classes from './FoldedSection.module.css';

type FoldedSectionProps = {
  title: string;
  /** A short text after the title, also visible while the section is closed. */
  summary: ReactNode;
  isOpenFirst: boolean;
  /** True for a box around the section, false for only a line above and below it. */
  isFramed?: boolean;
  children: ReactNode;
};

/** A part of a page that the user can open and close. */
export function FoldedSection(props: FoldedSectionProps) {
  const { title, summary, isOpenFirst, isFramed = true, children } = props;
  const [isOpen, setOpen] = useState(isOpenFirst);
  return (
    <details
      className={classes.section}
      data-framed={isFramed || undefined}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <Box
        flow="row"
        as="summary"
        lines={1}
        align="baseline"
        pad={[3, isFramed ? 4 : 0]}
        className={classes.summary}
      >
        <Text as="h3" size="body" weight="strong">
          {title}
        </Text>
        {summary}
      </Box>
      {children}
    </details>
  );
}
