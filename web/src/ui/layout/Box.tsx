import type { HTMLAttributes, ReactNode, RefCallback } from 'react';
import { Grid, Row, Stack } from './Layout.tsx';
import { Text, type TextStyle, type Part } from './Text.tsx';
import classes from './Box.module.css';

/** Steps of the spacing scale in `theme/tokens.css`. */
type Space = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 8;

/** The room of an element among its neighbours; what is not told is as around it. */
type Room = {
  pad?: Space | readonly [block: Space, inline: Space, below?: Space];
  /** The margin before it. */
  above?: Space;
  /** The margin after it. */
  below?: Space;
  /** The greatest width. */
  max?: `${number}rem`;
};

type Ways = {
  /** A hairline at its edge, or between each of its parts and the next. */
  line?: 'above' | 'below' | 'between';
  /** Takes what its neighbours in a row leave; what does not fit is cut or broken. */
  grow?: boolean;
  /** May become narrower than its content. */
  shrinks?: boolean;
  /** Keeps its width in a row that is too narrow. */
  fixed?: boolean;
  /** Stands at the end of its row. */
  push?: boolean;
  /** A card: raised ground within a hairline. */
  framed?: boolean;
  text?: 'start' | 'center' | 'end';
  /** A long word breaks rather than widen what is around it. */
  breaks?: boolean;
  /** No single word on the last line. */
  pretty?: boolean;
  /** How the cells of a line of a grid stand beside each other; all of one height if not told. */
  level?: 'start' | 'center' | 'end' | 'baseline';
  /** In a grid: from its first column to its last. */
  across?: boolean;
  /** A row that stands in a line of text. */
  inline?: boolean;
};

type BoxProps = HTMLAttributes<HTMLElement> &
  TextStyle &
  Room &
  Ways & {
    as?: Part;
    ref?: RefCallback<HTMLElement>;
    /** How its parts stand: as in `Stack`, `Row` or `Grid`; as they come where it is not told. */
    flow?: 'stack' | 'row' | 'grid';
    gap?: Space;
    lines?: 0 | 1 | 2 | 3;
    align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch';
    justify?: 'start' | 'center' | 'end' | 'between';
    wrap?: boolean;
    clip?: boolean;
    /** The least width of a grid's column, in rem. */
    min?: number;
    /** The columns of a grid, as CSS names them. */
    columns?: string;
  };

/** A part with room around it: for whatever differs from `Stack`, `Row`, `Grid` and `Text` by that. */
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
    // Properties of their own, so that a class may set others on a narrow screen.
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

/** What is told, under names with this beginning. */
function named(beginning: string, told: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(told).flatMap(([name, value]) =>
      value === undefined || value === false ? [] : [[`${beginning}${name}`, value]],
    ),
  );
}
