import type { CSSProperties, HTMLAttributes, RefCallback } from 'react';
import { textStyleOf, type TextStyle, type Part } from './Text.tsx';
import classes from './Layout.module.css';

/** Steps of the spacing scale in `theme/tokens.css`. */
type Space = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 8;

type LayoutProps = HTMLAttributes<HTMLElement> &
  TextStyle & {
    as?: Part;
    ref?: RefCallback<HTMLElement>;
    gap?: Space;
    /** The gap between lines, if it differs from the gap between columns. */
    lines?: 0 | 1 | 2 | 3;
    align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch';
  };

/** Children below each other. */
export function Stack({ gap = 4, ...rest }: LayoutProps) {
  return <Layout kind="stack" gap={gap} {...rest} />;
}

/** Children side by side; they wrap if the row is full. */
export function Row({
  gap = 3,
  justify,
  wrap = true,
  ...rest
}: LayoutProps & { justify?: Justify | undefined; wrap?: boolean }) {
  return <Layout kind="row" gap={gap} justify={justify} data-wrap={wrap || undefined} {...rest} />;
}

/** Columns of equal width: as many as fit with at least `min` each, one on a narrow phone. */
export function Grid({
  gap = 4,
  ...rest
}: LayoutProps & {
  /** The minimum width of a column, in rem. */
  min: number;
}) {
  return <Layout kind="grid" gap={gap} {...rest} />;
}

type Justify = 'start' | 'center' | 'end' | 'between';

type Measures = CSSProperties & Record<'--gap', string> & Partial<Record<`--${string}`, string>>;

function Layout({
  as: Element = 'div',
  kind,
  gap,
  min,
  lines,
  align,
  justify,
  style,
  ...rest
}: LayoutProps & { kind: 'stack' | 'row' | 'grid'; min?: number; justify?: Justify | undefined }) {
  // Custom properties, so that a class may override the gap on a narrow screen.
  const measures: Measures = {
    ...style,
    '--gap': [lines ?? gap, gap].map(space).join(' '),
    ...(min !== undefined && { '--column-min': `${min}rem` }),
    ...(align && { '--align': align }),
    ...(justify && { '--justify': justify === 'between' ? 'space-between' : justify }),
  };
  return (
    <Element
      {...textStyleOf(rest, classes[kind])}
      style={measures}
      data-align={align}
      data-justify={justify}
    />
  );
}

function space(step: Space = 0): string {
  return step ? `var(--space-${step})` : '0';
}
