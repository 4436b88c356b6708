import type { ReactNode } from 'react';
import classes from './Panel.module.css';

type PanelProps = { title: string; note?: string; children: ReactNode };

/** A part of the page under its own heading. */
export function Panel({ title, note, children }: PanelProps) {
  return (
    <section className={classes.panel}>
      <header className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {note && <p className={classes.note}>{note}</p>}
      </header>
      {children}
    </section>
  );
}
