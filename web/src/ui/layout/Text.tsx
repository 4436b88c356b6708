import type { HTMLAttributes, RefCallback } from 'react';
import classes from './Text.module.css';

/** The style of a text; properties that are left out are inherited. */
export type TextStyle = {
  tone?: 'ink' | 'soft' | 'muted' | 'accent' | 'late' | 'soon' | 'good';
  size?: 'caption' | 'table' | 'body' | 'lead' | 'title' | 'figure';
  weight?: 'text' | 'medium' | 'strong';
  /** Digits of equal width, for figures in a column. */
  tabular?: boolean;
};

export type Part =
  | 'p'
  | 'span'
  | 'div'
  | 'section'
  | 'article'
  | 'header'
  | 'footer'
  | 'figure'
  | 'figcaption'
  | 'ul'
  | 'ol'
  | 'li'
  | 'dl'
  | 'dt'
  | 'dd'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'strong'
  | 'details'
  | 'summary'
  | 'fieldset'
  | 'legend'
  | 'label'
  | 's'
  | 'bdi';

type TextProps = HTMLAttributes<HTMLElement> &
  TextStyle & {
    as?: Part;
    ref?: RefCallback<HTMLElement>;
    /** On one line, cut with an ellipsis if it is too long. */
    clip?: boolean;
  };

/** Text in one of the theme's tones, sizes and weights. */
export function Text({ as: Element = 'p', clip, ...rest }: TextProps) {
  return <Element {...textStyleOf(rest)} data-clip={clip || undefined} />;
}

/** Returns the attributes for a text style, combined with the element's own class. */
export function textStyleOf<Rest extends { className?: string | undefined }>(
  { tone, size, weight, tabular, className, ...rest }: Rest & TextStyle,
  own?: string,
) {
  return {
    ...rest,
    className: [classes.text, own, className].filter(Boolean).join(' '),
    'data-tone': tone,
    'data-size': size,
    'data-weight': weight,
    'data-tabular': tabular || undefined,
  };
}
