import type { ComponentProps } from 'react';
import { Text } from '../layout/Text.tsx';
import classes from './WrittenText.module.css';

/** What somebody typed: in its own lines and its own direction, standing where the page is read from. */
export function WrittenText({ className, ...rest }: ComponentProps<typeof Text>) {
  return (
    <Text dir="auto" className={[classes.written, className].filter(Boolean).join(' ')} {...rest} />
  );
}
