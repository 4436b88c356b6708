import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button/Button.tsx';
import { TextField } from './TextField.tsx';

type PasswordFieldProps = {
  name: string;
  label: string;
  value: string;
  error?: string | undefined;
  /** `new-password` where one is chosen: password managers offer one and keep it. */
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
