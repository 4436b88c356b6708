import type { ReactNode } from 'react';
import { FormDialog } from './FormDialog.tsx';

type ConfirmDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** The question: "Undo this batch?" */
  title: string;
  /** What will happen, and what can be taken back. */
  children: ReactNode;
  /** The verb again, never "OK". */
  confirmLabel: string;
  onConfirm: () => void;
  tone?: 'primary' | 'danger';
  busy?: boolean;
  failure?: string | undefined;
};

/** A question before something that matters. */
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
