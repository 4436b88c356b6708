import { useMemo } from 'react';
import { htmlOfRichText } from './clean-html.ts';
import classes from './Editor.module.css';

/** Renders rich text in the direction of its own letters. */
export function RichText({ html }: { html: string }) {
  const clean = useMemo(() => htmlOfRichText(html), [html]);
  return (
    <div
      className={classes.prose}
      dir="auto"
      // oxlint-disable-next-line react/no-danger -- htmlOfRichText leaves nothing that could run
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  );
}
