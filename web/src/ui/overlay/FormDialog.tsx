import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Unbroken } from '../format/Unbroken.tsx';
import { Row } from '../layout/Layout.tsx';
import { Kit } from '../theme/Kit.tsx';
import classes from './overlay.module.css';
import {
  OverlayButtons,
  OverlayForm,
  OverlayQuestion,
  type AskedBeforehand,
  type DraftOnClose,
  type OverlayFormProps,
} from './OverlayForm.tsx';
import { useOverlayRoot } from './use-overlay.ts';
import { useIsPhone } from '../state/use-media.ts';

type FormDialogProps = OverlayFormProps & {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: keyof typeof widths;
  /** For a form whose draft is saved when it closes. */
  draftOnClose?: DraftOnClose | undefined;
  /** A question to answer before the form is sent. */
  question?: AskedBeforehand | undefined;
};

/**
 * Transitions in place of Mantine's, which leave a transform on the open dialog: it would cut off
 * the list of a select that is longer than the dialog.
 */
const transitions = {
  pop: { out: { opacity: 0, transform: 'scale(0.9) translateY(0.625rem)' } },
  slideUp: { out: { opacity: 0, transform: 'translateY(100%)' } },
};
const shown = { in: { opacity: 1 }, transitionProperty: 'transform, opacity' };

const widths = { small: 420, normal: 520, wide: 760, broad: 960 } as const;

/**
 * A form in a dialog. It takes the focus and returns it when it closes. While the form is being
 * sent, it can be closed only if `draftOnClose` is given.
 */
export function FormDialog(props: FormDialogProps) {
  const { opened, onClose, title, size = 'normal', submitLabel, submitKind, ...others } = props;
  const { question, draftOnClose, ...form } = others;
  const { t } = useTranslation('ui');
  const root = useOverlayRoot(opened);
  const formId = useId();
  const isPhone = useIsPhone();
  const close = form.busy && !draftOnClose ? () => undefined : onClose;
  const buttons = {
    formId,
    onClose: close,
    submitLabel,
    submitKind,
    busy: form.busy,
    draftOnClose,
  };
  return (
    <Kit>
      <Modal.Root
        {...root}
        opened={opened}
        onClose={close}
        size={widths[size]}
        centered
        transitionProps={{
          transition: { ...shown, ...(isPhone ? transitions.slideUp : transitions.pop) },
          duration: 160,
        }}
        classNames={classNames}
      >
        <Modal.Overlay />
        <Modal.Content>
          {/* Without the banner role: the page already has a banner. */}
          <Modal.Header role="presentation">
            <Modal.Title>
              <Unbroken>{title}</Unbroken>
            </Modal.Title>
            <Modal.CloseButton aria-label={t('overlay.close')} />
          </Modal.Header>
          <Modal.Body>
            <OverlayForm {...form} id={formId} gap={4} className={classes.form} />
            <Row gap={2} align="stretch" justify="end" className={classes.footer}>
              {question ? (
                <OverlayQuestion {...question} onClose={close} busy={form.busy} />
              ) : (
                <OverlayButtons {...buttons} />
              )}
            </Row>
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </Kit>
  );
}

const classNames = {
  inner: classes.inner ?? '',
  content: classes.content ?? '',
  header: classes.header ?? '',
  title: classes.title ?? '',
  body: classes.body ?? '',
};
