import type { ReactNode } from 'react';
import { Button, IconButton } from './Button.tsx';

type RowButtonProps = {
  readonly label: string;
  readonly icon: ReactNode;
  /** Shows only the icon, if the table has no space for the label. */
  readonly isIcon: boolean;
  readonly onClick: () => void;
};

/** A quiet action of a row in a table. */
export function RowButton({ label, icon, isIcon, onClick }: RowButtonProps) {
  if (isIcon) return <IconButton size="compact" label={label} icon={icon} onClick={onClick} />;
  return (
    <Button kind="quiet" size="compact" onClick={onClick}>
      {label}
    </Button>
  );
}
