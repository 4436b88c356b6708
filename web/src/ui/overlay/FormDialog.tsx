import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import type { ButtonKind } from '../button/Button.tsx';
import { useIsUppermost } from './use-is-uppermost.ts';
import classes from './overlay.module.css';

type FormDialogProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** The verb of what will happen: "Assign 12 loans". */
  submitLabel: string;
  onSubmit: () => void;
  submitKind?: Extract<ButtonKind, 'primary' | 'danger'>;
  /** While it is sent the dialog stays open and cannot send again. */
  busy?: boolean;
  /** Why sending failed, in a sentence, with what is safe. */
  failure?: string | undefined;
  size?: 'small' | 'normal' | 'wide';
  children: ReactNode;
};

const widths = { small: 420, normal: 520, wide: 760 } as const;

/** A form over the page. It takes the focus, keeps it, and gives it back when it closes. */
export function FormDialog(props: FormDialogProps) {
  const { opened, onClose, title, onSubmit, busy = false, failure, children } = props;
  const { t } = useTranslation('ui');
  const isUppermost = useIsUppermost(opened);
  const formId = useId();
  const isPhone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  const close = busy ? () => undefined : onClose;
  return (
    <Modal.Root
      opened={opened}
      closeOnEscape={isUppermost}
      onClose={close}
      size={widths[props.size ?? 'normal']}
      fullScreen={isPhone}
      centered={!isPhone}
      transitionProps={{ transition: isPhone ? 'slide-up' : 'pop', duration: 160 }}
      classNames={classNames}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* The page has its banner; this is none. */}
        <Modal.Header role="presentation">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('overlay.close')} />
        </Modal.Header>
        <Modal.Body>
          <form
            id={formId}
            noValidate
            className={classes.form}
            onSubmit={(event) => {
              event.preventDefault();
              if (!busy) onSubmit();
            }}
          >
            {failure && (
              <p role="alert" className={classes.failure}>
                {failure}
              </p>
            )}
            {children}
          </form>
          <div className={classes.footer}>
            <Button onClick={close} aria-disabled={busy || undefined}>
              {t('overlay.cancel')}
            </Button>
            <Button type="submit" form={formId} kind={props.submitKind ?? 'primary'} busy={busy}>
              {props.submitLabel}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

const classNames = {
  content: classes.content ?? '',
  header: classes.header ?? '',
  title: classes.title ?? '',
  body: classes.body ?? '',
};
