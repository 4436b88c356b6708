import { IconX } from '@tabler/icons-react';
import { useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/Button.tsx';
import { Unbroken } from '../format/Unbroken.tsx';
import { Box } from '../layout/Box.tsx';
import { Row } from '../layout/Layout.tsx';
import { OverlayButtons, OverlayForm, OverlayQuestion } from './OverlayForm.tsx';
import type { AskedBeforehand, DraftOnClose, OverlayFormProps } from './OverlayForm.tsx';
import classes from './overlay.module.css';
import { isModalOpen } from '../shortcut/is-modal-open.ts';

type FormPanelProps = OverlayFormProps & {
  onClose: () => void;
  title: string;
  draftOnClose?: DraftOnClose | undefined;
  question?: AskedBeforehand | undefined;
};

/** A form in a part of the page, next to its subject; the rest of the page stays usable. */
export function FormPanel(props: FormPanelProps) {
  const { onClose, title, submitLabel, submitKind, draftOnClose, question, ...form } = props;
  const { t } = useTranslation('ui');
  const formId = useId();
  const panel = useRef<HTMLElement>(null);
  const close = form.busy && !draftOnClose ? () => undefined : onClose;
  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (isModalOpen()) return;
    close();
  });
  // The cleanup of a layout effect runs while the panel still has the focus.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const shown = panel.current;
    shown?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    const listen = (event: KeyboardEvent) => escape(event);
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
      // The focus returns to the element that opened the panel, unless it has moved elsewhere.
      const isLeft = shown?.contains(document.activeElement) ?? false;
      if (isLeft && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  const buttons = {
    formId,
    onClose: close,
    submitLabel,
    submitKind,
    busy: form.busy,
    draftOnClose,
  };
  return (
    <section ref={panel} aria-label={title} className={classes.panel}>
      <Row justify="between" wrap={false} className={classes.panelHead}>
        <Box as="h2" size="body" weight="strong">
          <Unbroken>{title}</Unbroken>
        </Box>
        <IconButton
          size="compact"
          label={t('overlay.close')}
          icon={<IconX size={18} stroke={1.5} />}
          onClick={close}
        />
      </Row>
      <div className={classes.panelBody}>
        <OverlayForm {...form} id={formId} gap={4} />
      </div>
      <Row gap={2} align="stretch" justify="end" className={classes.panelFoot}>
        {question ? (
          <OverlayQuestion {...question} onClose={close} busy={form.busy} />
        ) : (
          <OverlayButtons {...buttons} />
        )}
      </Row>
    </section>
  );
}
