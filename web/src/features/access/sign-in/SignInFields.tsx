import { useId, useState, type ReactNode } from 'react';
import classes from './SignInForm.module.css';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button/Button.tsx';
import { Text } from '../../../ui/layout/Text.tsx';

type TextFieldProps = {
  name: string;
  label: string;
  value: string;
  error?: string | undefined;
  type: 'email' | 'password' | 'text';
  autoComplete: 'username' | 'email' | 'current-password' | 'new-password' | 'one-time-code';
  required?: boolean;
  /** A control at the field's end, such as the one that shows a password. */
  end?: ReactNode;
  onChange: (value: string) => void;
  onBlur?: () => void;
};

export function TextField(props: TextFieldProps) {
  const { label, error, end, onChange, ...input } = props;
  const id = useId();
  // In Arabic text, the parts of an email address or a code would change places.
  const isLatin = input.type === 'email' || input.autoComplete === 'one-time-code';
  return (
    <div>
      <Text size="table" weight="medium" className={classes.label}>
        <label htmlFor={id}>{label}</label>
      </Text>
      <div className={classes.box} data-wrong={error ? true : undefined}>
        <input
          {...input}
          id={id}
          className={classes.input}
          dir={isLatin ? 'ltr' : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {end}
      </div>
      {error && (
        <Text id={`${id}-error`} tone="late" size="table" className={classes.error} role="alert">
          {error}
        </Text>
      )}
    </div>
  );
}

type PasswordFieldProps = {
  name: string;
  label: string;
  value: string;
  error?: string | undefined;
  /** `new-password` makes password managers suggest and save a password. */
  autoComplete?: 'current-password' | 'new-password';
  onChange: (value: string) => void;
  onBlur: () => void;
};

/** A field whose characters are hidden until the reader asks to see them. */
export function PasswordField({ autoComplete = 'current-password', ...props }: PasswordFieldProps) {
  const { t } = useTranslation('sign-in');
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      end={
        <IconButton
          label={t(isShown ? 'password.hide' : 'password.show')}
          aria-pressed={isShown}
          icon={<Icon size={18} stroke={1.5} />}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}
