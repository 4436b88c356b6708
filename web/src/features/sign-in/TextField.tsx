import { type ReactNode, useId } from 'react';
import classes from './TextField.module.css';

type TextFieldProps = {
  name: string;
  label: string;
  value: string;
  error?: string | undefined;
  type: 'email' | 'password' | 'text';
  autoComplete: 'username' | 'email' | 'current-password' | 'new-password' | 'one-time-code';
  required?: boolean;
  /** A control inside the field's end, such as one that shows a password. */
  end?: ReactNode;
  onChange: (value: string) => void;
  onBlur?: () => void;
};

/** A labelled field with its error under it. */
export function TextField(props: TextFieldProps) {
  const { label, error, end, onChange, ...input } = props;
  const id = useId();
  return (
    <div>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <div className={classes.box} data-wrong={error ? true : undefined}>
        <input
          {...input}
          id={id}
          className={classes.input}
          dir={input.type === 'email' ? 'ltr' : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {end}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
