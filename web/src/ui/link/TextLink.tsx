import type { ComponentProps, ElementType, ReactNode } from 'react';
import { Link } from 'react-router';
import { textStyleOf, type TextStyle } from '../layout/Text.tsx';
import classes from './TextLink.module.css';

type Own<Part> = TextStyle & {
  /** `"a"` if the server answers with a file instead of a page. */
  as?: Part;
  /** Underlined only on hover: for links that their position makes recognisable. */
  plain?: boolean;
  /** In the colour of the surrounding text until hovered. */
  quiet?: boolean;
  /** Shown before the text. */
  icon?: ReactNode;
};

type TextLinkProps<Part extends ElementType> = Own<Part> &
  Omit<ComponentProps<Part>, keyof Own<Part>>;

/** A link within text, or one with another style than the default. */
export function TextLink<Part extends ElementType = typeof Link>(props: TextLinkProps<Part>) {
  const { as, plain, quiet, icon, children, ...rest } = props;
  const Element: ElementType = as ?? Link;
  return (
    <Element
      {...textStyleOf(rest, classes.link)}
      data-plain={plain || undefined}
      data-quiet={quiet || undefined}
      data-icon={icon ? true : undefined}
    >
      {icon}
      {children}
    </Element>
  );
}
