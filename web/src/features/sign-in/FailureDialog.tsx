import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button.tsx';
import classes from './FailureDialog.module.css';

type FailureDialogProps = { message: string; onClose: () => void };

/**
 * Says why nobody was signed in. The browser's own dialog: it must show when the network is gone,
 * so nothing of it may still have to be fetched.
 */
export function FailureDialog({ message, onClose }: FailureDialogProps) {
  const { t } = useTranslation('sign-in');
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={classes.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-message`}
      onClose={onClose}
    >
      <h2 id={`${id}-title`} className={classes.title}>
        {t('failure.title')}
      </h2>
      <p id={`${id}-message`} className={classes.message}>
        {message}
      </p>
      <Button kind="primary" onClick={() => dialog.current?.close()}>
        {t('failure.close')}
      </Button>
    </dialog>
  );
}
