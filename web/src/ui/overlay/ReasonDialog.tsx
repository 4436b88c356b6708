import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { TextareaField } from '../form/TextareaField.tsx';
import { FormDialog } from './FormDialog.tsx';

type ReasonDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** The question: "Strike this note?" */
  title: string;
  /** What will happen, and what stays. */
  meaning: ReactNode;
  reasonLabel: string;
  /** Said where no reason was given. */
  reasonMissing: string;
  /** The verb again. */
  submitLabel: string;
  busy: boolean;
  failure: string | undefined;
  onSubmit: (reason: string) => void;
};

/** Asks why, before something that cannot be taken back. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { opened, meaning, reasonLabel, reasonMissing, onSubmit, ...dialog } = props;
  const id = useId();
  const [wasOpened, setWasOpened] = useState(opened);
  const [{ reason, wasTried }, setDraft] = useState(untried);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setDraft(untried);
  }
  const isMissing = reason.trim() === '';
  return (
    <FormDialog
      {...dialog}
      opened={opened}
      size="small"
      submitKind="danger"
      onSubmit={() => {
        setDraft({ reason, wasTried: true });
        if (!isMissing) onSubmit(reason.trim());
      }}
    >
      <p>{meaning}</p>
      <TextareaField
        id={id}
        label={reasonLabel}
        error={wasTried && isMissing ? reasonMissing : undefined}
        value={reason}
        onChange={(next) => setDraft({ reason: next, wasTried })}
        rows={2}
        maxLength={500}
      />
    </FormDialog>
  );
}

const untried = { reason: '', wasTried: false };
