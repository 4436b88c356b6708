import type { ComponentProps } from 'react';
import { Text } from '../layout/Text.tsx';
import { Unbroken } from './Unbroken.tsx';
import classes from './WrittenText.module.css';

/**
 * Text that a person typed, with its line breaks and in its own direction, aligned with the page.
 */
export function WrittenText({ className, children, ...rest }: ComponentProps<typeof Text>) {
  return (
    <Text dir="auto" className={[classes.written, className].filter(Boolean).join(' ')} {...rest}>
      <Unbroken>{children}</Unbroken>
    </Text>
  );
}
