import type { ComponentProps, ReactNode } from 'react';
import classes from './DrawnChoice.module.css';

type DrawnChoiceProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  /** `checkbox` where any of several can be chosen. */
  type?: 'radio' | 'checkbox';
  /** One element: how the choice looks, by whether the input before it is checked. */
  children: ReactNode;
};

/** A choice that is pressed where it is drawn: the native input lies over it, out of sight. */
export function DrawnChoice(props: DrawnChoiceProps) {
  const { type = 'radio', className, title, children, ...input } = props;
  return (
    <label className={[classes.choice, className].filter(Boolean).join(' ')} title={title}>
      <input {...input} type={type} className={classes.input} />
      {children}
    </label>
  );
}
