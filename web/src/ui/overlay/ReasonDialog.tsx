import type { ReactNode } from 'react';
import type { FieldProps } from '../form/field.ts';
import { TextareaField } from '../form/TextareaField.tsx';
import { FormDialog } from './FormDialog.tsx';
import type { DraftOnClose } from './OverlayForm.tsx';

type ReasonDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** The question: "Strike this note?" */
  title: string;
  /** Says what will happen and what stays unchanged. */
  meaning: ReactNode;
  /** The properties of the field for the reason. */
  reason: FieldProps & { value: string; onChange: (reason: string) => void };
  /** The label of the button, which repeats the action. */
  submitLabel: string;
  onSubmit: () => void;
  busy: boolean;
  failure: string | undefined;
  draftOnClose: DraftOnClose | undefined;
};

/** Asks for a reason before an action that cannot be undone. */
export function ReasonDialog({ meaning, reason, ...dialog }: ReasonDialogProps) {
  return (
    <FormDialog {...dialog} size="small" submitKind="danger">
      <p>{meaning}</p>
      <TextareaField {...reason} rows={2} maxLength={500} />
    </FormDialog>
  );
}
