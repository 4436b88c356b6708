import type { ComponentProps, ElementType, ReactNode } from 'react';
import { Link } from 'react-router';
import { textStyleOf, type TextStyle } from '../layout/Text.tsx';
import classes from './TextLink.module.css';

type Own<Part> = TextStyle & {
  /** `"a"` where the server answers instead of a page: a file to keep. */
  as?: Part;
  /** Underlined only under the pointer: where its place alone says that it is a link. */
  plain?: boolean;
  /** In the colour of the words around it until the pointer is there. */
  quiet?: boolean;
  /** Before its words. */
  icon?: ReactNode;
};

type TextLinkProps<Part extends ElementType> = Own<Part> &
  Omit<ComponentProps<Part>, keyof Own<Part>>;

/** A link among words, where it looks otherwise than a link does by itself. */
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
