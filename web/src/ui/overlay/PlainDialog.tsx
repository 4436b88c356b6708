import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { Kit } from '../theme/Kit.tsx';
import classes from './overlay.module.css';
import { useOverlayRoot } from './use-overlay.ts';

type PlainDialogProps = {
  onClose: () => void;
  label: string;
  className: string | undefined;
  children: ReactNode;
};

/** A dialog without a form. It is open while it is rendered. */
export function PlainDialog({ onClose, label, className, children }: PlainDialogProps) {
  const root = useOverlayRoot(true);
  return (
    <Kit>
      <Modal.Root
        {...root}
        opened
        onClose={onClose}
        size="auto"
        yOffset="12dvh"
        transitionProps={{ transition: 'fade-down', duration: 120 }}
        classNames={{ content: `${classes.content} ${className ?? ''}` }}
      >
        <Modal.Overlay />
        <Modal.Content aria-label={label}>{children}</Modal.Content>
      </Modal.Root>
    </Kit>
  );
}
