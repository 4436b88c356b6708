import type { ReactNode } from 'react';
import { FormDialog } from './FormDialog.tsx';

type ConfirmDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** The question: "Undo this batch?" */
  title: string;
  /** Says what will happen and what can be undone. */
  children: ReactNode;
  /** The action again, never "OK". */
  confirmLabel: string;
  onConfirm: () => void;
  tone?: 'primary' | 'danger';
  busy?: boolean;
  failure?: string | undefined;
};

/** Asks for confirmation before an important action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { children, confirmLabel, onConfirm, tone = 'primary', ...rest } = props;
  return (
    <FormDialog
      {...rest}
      size="small"
      submitLabel={confirmLabel}
      submitKind={tone}
      onSubmit={onConfirm}
    >
      <div>{children}</div>
    </FormDialog>
  );
}
