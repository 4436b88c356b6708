import { useState } from 'react';
import type { ReactNode } from 'react';
import { Row } from '../layout/Layout.tsx';
import { DefinedPanel } from '../page/DefinedPanel.tsx';
import { Panel } from '../page/Panel.tsx';
import classes from './ChartPanel.module.css';
import { ToolsPlace } from './tools-place.ts';

type ChartPanelProps = {
  title: ReactNode;
  note?: ReactNode;
  /** Says, in sentences, what is counted and what is not. */
  definition?: ReactNode;
  children: ReactNode;
};

/** A panel with one chart, whose buttons are in the row of the heading. */
export function ChartPanel({ title, note, definition, children }: ChartPanelProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const end = (
    <Row gap={4} wrap={false}>
      {note}
      <span ref={setPlace} className={classes.tools} data-screen-only />
    </Row>
  );
  const content = <ToolsPlace value={place}>{children}</ToolsPlace>;
  return definition === undefined ? (
    <Panel title={title} note={end}>
      {content}
    </Panel>
  ) : (
    <DefinedPanel title={title} note={end} definition={definition}>
      {content}
    </DefinedPanel>
  );
}
