import type { ComponentProps, CSSProperties, ElementType } from 'react';
import { textStyleOf, type TextStyle } from '../layout/Text.tsx';
import classes from './ListRow.module.css';

type Own<Part> = TextStyle & {
  /** What it is: `Link`, `"a"`, `"button"`, the `"label"` of a box to tick, an option's `"div"` … */
  as: Part;
  /** Steps of the spacing scale between its parts. */
  gap?: 1 | 2 | 3 | 4;
  /** Steps of the spacing scale to its edges; where it has a height, to those beside its words. */
  pad?: 1 | 2 | 3 | 4;
  /** Its least height: that of a compact row, of a button or of a table's row. As its content otherwise. */
  height?: 'compact' | 'control' | 'row';
  /** Chosen or open, where neither `aria-current` nor `aria-selected` says so. */
  chosen?: boolean;
  /** One of several ways to go: quiet, and in the accent where the reader is. */
  way?: boolean;
  /** From edge to edge of its list, with a hairline between it and the one before. */
  lined?: boolean;
  /** Takes what its neighbours in a line leave. */
  grow?: boolean;
};

type ListRowProps<Part extends ElementType> = Own<Part> &
  Omit<ComponentProps<Part>, keyof Own<Part>>;

/** A row of a list that is pressed, ticked or followed as a whole. */
export function ListRow<Part extends ElementType>(props: ListRowProps<Part>) {
  const { as, gap = 3, pad = 2, height, chosen, way, lined, grow, style, ...rest } = props;
  const Element: ElementType = as;
  const measures: Measures = {
    '--gap': `var(--space-${gap})`,
    '--pad': height ? `0 var(--space-${pad})` : `var(--space-${pad})`,
    ...(height && { '--height': heights[height] }),
    ...style,
  };
  return (
    <Element
      {...(as === 'button' && { type: 'button' })}
      {...textStyleOf(rest, classes.row)}
      style={measures}
      data-height={height}
      data-chosen={chosen || undefined}
      data-way={way || undefined}
      data-lined={lined || undefined}
      data-grow={grow || undefined}
    />
  );
}

type Measures = CSSProperties & { '--gap': string; '--pad': string; '--height'?: string };

const heights = { compact: 'var(--row-compact)', control: 'var(--control)', row: 'var(--row)' };
