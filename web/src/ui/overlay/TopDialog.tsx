import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';

type TopDialogProps = {
  onClose: () => void;
  label: string;
  className: string | undefined;
  children: ReactNode;
};

/**
 * The browser's own modal dialog, for what opens nothing itself: it keeps the focus, shuts off the
 * page behind and gives the focus back, at no cost. It stands while it is rendered.
 */
export function TopDialog({ onClose, label, className, children }: TopDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed while it still stands: the browser gives the focus back only then.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  return (
    // A click on the veil reaches the dialog itself; Escape is heard as `cancel`.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      aria-label={label}
      className={className}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      {children}
    </dialog>
  );
}
