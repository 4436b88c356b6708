import type { CSSProperties, HTMLAttributes } from 'react';
import { looking, type Look } from './Text.tsx';
import classes from './Layout.module.css';

/** Steps of the spacing scale in `theme/tokens.css`. */
type Space = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 8;

type LayoutProps = HTMLAttributes<HTMLElement> &
  Look & {
    as?: 'div' | 'span' | 'section' | 'header' | 'footer' | 'ul' | 'ol' | 'li' | 'dl';
    gap?: Space;
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
}: LayoutProps & { justify?: 'start' | 'center' | 'end' | 'between'; wrap?: boolean }) {
  return (
    <Layout kind="row" gap={gap} data-justify={justify} data-wrap={wrap || undefined} {...rest} />
  );
}

/** Columns of one width: as many as fit at `min` each, one on a narrow phone. */
export function Grid({
  gap = 4,
  min,
  style,
  ...rest
}: LayoutProps & {
  /** The least width of a column, in rem. */
  min: number;
}) {
  const columns: CSSProperties & { '--column-min': string } = {
    ...style,
    '--column-min': `${min}rem`,
  };
  return <Layout kind="grid" gap={gap} style={columns} {...rest} />;
}

function Layout({
  as: Part = 'div',
  kind,
  gap,
  align,
  ...rest
}: LayoutProps & { kind: 'stack' | 'row' | 'grid' }) {
  return <Part {...looking(rest, classes[kind])} data-gap={gap} data-align={align} />;
}
