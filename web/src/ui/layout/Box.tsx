import type { HTMLAttributes, ReactNode, RefCallback } from 'react';
import { Grid, Row, Stack } from './Layout.tsx';
import { Text, type TextStyle, type Part } from './Text.tsx';
import classes from './Box.module.css';

/** Steps of the spacing scale in `theme/tokens.css`. */
type Space = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 8;

/** The spacing and the maximum width of an element; properties that are left out are not set. */
type Room = {
  pad?: Space | readonly [block: Space, inline: Space, below?: Space];
  /** Margin before the element. */
  above?: Space;
  /** Margin after the element. */
  below?: Space;
  /** Maximum width. */
  max?: `${number}rem`;
};

type Ways = {
  /** A thin line above or below the element, or between its parts. */
  line?: 'above' | 'below' | 'between';
  /** Takes the remaining width of its row, and may become narrower than its content. */
  grow?: boolean;
  /** May become narrower than its content. */
  shrinks?: boolean;
  /** Keeps its width in a row that is too narrow. */
  fixed?: boolean;
  /** Moves to the end of its row. */
  push?: boolean;
  /** A card: a raised background with a thin border. */
  framed?: boolean;
  text?: 'start' | 'center' | 'end';
  /** A long word breaks instead of widening the layout. */
  breaks?: boolean;
  /** Avoids a single word on the last line. */
  pretty?: boolean;
  /**
   * The vertical alignment of cells in one row of a grid; all cells have the same height if left
   * out.
   */
  level?: 'start' | 'center' | 'end' | 'baseline';
  /** Spans all columns of a grid. */
  across?: boolean;
  /** A row within a line of text. */
  inline?: boolean;
};

type BoxProps = HTMLAttributes<HTMLElement> &
  TextStyle &
  Room &
  Ways & {
    as?: Part;
    ref?: RefCallback<HTMLElement>;
    /** The layout of its children: as in `Stack`, `Row` or `Grid`; none if left out. */
    flow?: 'stack' | 'row' | 'grid';
    gap?: Space;
    lines?: 0 | 1 | 2 | 3;
    align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch';
    justify?: 'start' | 'center' | 'end' | 'between';
    wrap?: boolean;
    clip?: boolean;
    /** The minimum width of a grid column, in rem. */
    min?: number;
    /** The columns of a grid, in CSS syntax. */
    columns?: string;
  };

/**
 * An element with its own spacing, for layouts that `Stack`, `Row`, `Grid` and `Text` do not cover.
 */
export function Box({ flow, ...props }: BoxProps): ReactNode {
  const { pad, above, below, max, columns, className, style, ...others } = props;
  const { line, grow, shrinks, fixed, push, framed, ...looks } = others;
  const { text, breaks, pretty, level, across, inline, min = 0, ...rest } = looks;
  const measures = {
    pad: pad === undefined ? undefined : [pad].flat().map(space).join(' '),
    above: space(above),
    below: space(below),
    max,
    columns,
    text,
    level,
  };
  const ways = { line, grow, shrinks, fixed, push, framed, breaks, pretty, across, inline };
  const part = {
    ...rest,
    className: [classes.box, className].filter(Boolean).join(' '),
    // Custom properties: a class could not override inline styles on a narrow screen.
    style: { ...named('--', measures), ...style },
    ...named('data-', { ...measures, ...ways }),
  };
  if (flow === 'stack') return <Stack {...part} />;
  if (flow === 'row') return <Row {...part} />;
  if (flow === 'grid') return <Grid min={min} {...part} />;
  return <Text as="div" {...part} />;
}

function space(step: Space | undefined): string | undefined {
  return step === undefined ? undefined : step === 0 ? '0' : `var(--space-${step})`;
}

/** Returns the values that are neither undefined nor false, under names with this prefix. */
function named(beginning: string, properties: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]) =>
      value === undefined || value === false ? [] : [[`${beginning}${name}`, value]],
    ),
  );
}
