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
    /** The gap between lines, where it is another than between columns. */
    lines?: 0 | 1 | 2 | 3;
    align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch';
  };

/** Things under each other. */
export function Stack({ gap = 4, ...rest }: LayoutProps) {
  return <Layout kind="stack" gap={gap} {...rest} />;
}

/** Things side by side, which go on in a next line where the room ends. */
export function Row({
  gap = 3,
  justify,
  wrap = true,
  ...rest
}: LayoutProps & { justify?: Justify | undefined; wrap?: boolean }) {
  return <Layout kind="row" gap={gap} justify={justify} data-wrap={wrap || undefined} {...rest} />;
}

/** Columns that share the width: as many as have room at `min` each, one on a narrow phone. */
export function Grid({
  gap = 4,
  ...rest
}: LayoutProps & {
  /** The least width of a column, in rem. */
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
  // Properties of their own, so that a class may still set another gap on a narrow screen.
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
