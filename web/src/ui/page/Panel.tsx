import type { ReactNode } from 'react';
import { Text } from '../layout/Text.tsx';
import classes from './Panel.module.css';

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
    <header className={classes.head}>
      <Text as="h2" size="body" weight="strong" id={titleId}>
        {title}
      </Text>
      {note && (
        <Text as="div" tone="muted" size="table" className={classes.note}>
          {note}
        </Text>
      )}
    </header>
  );
}

type PanelProps = Omit<PanelHeadProps, 'titleId'> & { children: ReactNode };

/** A part of a page under its own heading. */
export function Panel({ title, note, children }: PanelProps) {
  return (
    <section className={classes.panel}>
      <PanelHead title={title} note={note} />
      {children}
    </section>
  );
}
