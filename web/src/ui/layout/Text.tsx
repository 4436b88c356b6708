import type { HTMLAttributes, RefCallback } from 'react';
import classes from './Text.module.css';

/** How words look; what is not told is as around them. */
export type TextStyle = {
  tone?: 'ink' | 'soft' | 'muted' | 'accent' | 'late' | 'soon' | 'good';
  size?: 'caption' | 'table' | 'body' | 'lead' | 'title' | 'figure';
  weight?: 'text' | 'medium' | 'strong';
  /** Digits of one width, for figures that stand under each other. */
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
    /** On one line, cut with an ellipsis where the room ends. */
    clip?: boolean;
  };

/** Words in one of the product's tones, sizes and weights. */
export function Text({ as: Element = 'p', clip, ...rest }: TextProps) {
  return <Element {...textStyleOf(rest)} data-clip={clip || undefined} />;
}

/** The attributes of an element whose words look so, with a part's own class beside the look's. */
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
