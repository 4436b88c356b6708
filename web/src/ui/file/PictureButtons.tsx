import { useRef } from 'react';
import { Button } from '../button/Button.tsx';

type PictureButtonsProps = {
  readonly accept: string;
  /** The name of the file field for screen readers. */
  readonly fileLabel: string;
  readonly label: string;
  readonly busy: boolean;
  readonly onPick: (file: File) => void;
  /** Null while there is no picture to remove. */
  readonly removal: {
    readonly label: string;
    readonly busy: boolean;
    readonly onRemove: () => void;
  } | null;
};

/** Buttons that choose a picture from the user's files, and that remove the present one. */
export function PictureButtons(props: PictureButtonsProps) {
  const { accept, fileLabel, label, busy, onPick, removal } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={fileLabel}
        tabIndex={-1}
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) onPick(file);
          // Resets the input, so that the same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
      <Button onClick={() => input.current?.click()} busy={busy}>
        {label}
      </Button>
      {removal && (
        <Button kind="quiet" onClick={removal.onRemove} busy={removal.busy}>
          {removal.label}
        </Button>
      )}
    </>
  );
}
