import type { ComponentProps, ReactNode } from 'react';
import classes from './DrawnChoice.module.css';

type DrawnChoiceProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  /** `checkbox` if several options can be chosen. */
  type?: 'radio' | 'checkbox';
  /** One element that draws the option, styled by whether the input before it is checked. */
  children: ReactNode;
};

/** An option with its own drawing: the invisible native input covers it. */
export function DrawnChoice(props: DrawnChoiceProps) {
  const { type = 'radio', className, title, children, ...input } = props;
  return (
    <label className={[classes.choice, className].filter(Boolean).join(' ')} title={title}>
      <input {...input} type={type} className={classes.input} />
      {children}
    </label>
  );
}
