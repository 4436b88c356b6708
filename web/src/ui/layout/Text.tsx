import type { HTMLAttributes } from 'react';
import classes from './Text.module.css';

type TextProps = HTMLAttributes<HTMLElement> & {
  as?: 'p' | 'span' | 'div' | 'strong' | 'dt' | 'dd' | 'h2' | 'h3' | 'time' | 'bdi';
  tone?: 'soft' | 'muted' | 'late' | 'soon' | 'good';
  size?: 'caption' | 'table' | 'lead' | 'title' | 'figure';
  weight?: 'medium' | 'strong';
  /** On one line, cut with an ellipsis where the room ends. */
  clip?: boolean;
  /** Digits of one width, for figures that stand under each other. */
  tabular?: boolean;
};

/** Words in one of the product's tones, sizes and weights; without any, they look as around them. */
export function Text({
  as: Part = 'p',
  tone,
  size,
  weight,
  clip,
  tabular,
  className,
  ...rest
}: TextProps) {
  const own = classes.text ?? '';
  return (
    <Part
      {...rest}
      className={className === undefined ? own : `${own} ${className}`}
      data-tone={tone}
      data-size={size}
      data-weight={weight}
      data-clip={clip || undefined}
      data-tabular={tabular || undefined}
    />
  );
}
