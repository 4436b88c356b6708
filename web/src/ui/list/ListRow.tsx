import type { ComponentProps, CSSProperties, ElementType } from 'react';
import { textStyleOf, type TextStyle } from '../layout/Text.tsx';
import classes from './ListRow.module.css';

type Own<Part> = TextStyle & {
  /**
   * The element or component: `Link`, `"a"`, `"button"`, a `"label"` with a checkbox, an option's
   * `"div"` …
   */
  as: Part;
  /** The gap between its parts, in steps of the spacing scale. */
  gap?: 1 | 2 | 3 | 4;
  /** The padding, in steps of the spacing scale; with a height, only the inline padding. */
  pad?: 1 | 2 | 3 | 4;
  /**
   * The minimum height: that of a compact row, a button or a table row. By default, that of the
   * content.
   */
  height?: 'compact' | 'control' | 'row';
  /** Chosen or open, if neither `aria-current` nor `aria-selected` says so. */
  chosen?: boolean;
  /** A navigation entry: quiet, and in the accent colour for the current page. */
  way?: boolean;
  /** Has square corners, and a thin line between it and a lined row before it. */
  lined?: boolean;
  /** Takes the remaining width of its line. */
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
