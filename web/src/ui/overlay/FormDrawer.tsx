import { useId } from 'react';
import { OverlayButtons, OverlayForm, OverlayQuestion } from './OverlayForm.tsx';
import type { AskedBeforehand, DraftOnClose, OverlayFormProps } from './OverlayForm.tsx';
import { SideDrawer } from './SideDrawer.tsx';

type FormDrawerProps = OverlayFormProps & {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** For a form whose draft is saved, so that its drawer may close even while it is sent. */
  draftOnClose?: DraftOnClose | undefined;
  /** A question to answer before the form is sent. */
  question?: AskedBeforehand | undefined;
};

/**
 * A form in a drawer next to its record. While the form is being sent, it can be closed only if
 * `draftOnClose` is given, because the drawer shows the answer.
 */
export function FormDrawer(props: FormDrawerProps) {
  const { opened, onClose, title, submitLabel, submitKind, draftOnClose, question, ...form } =
    props;
  const formId = useId();
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
    <SideDrawer
      opened={opened}
      onClose={close}
      title={title}
      hasFirstField
      footer={
        question ? (
          <OverlayQuestion {...question} onClose={close} busy={form.busy} />
        ) : (
          <OverlayButtons {...buttons} />
        )
      }
    >
      <OverlayForm {...form} id={formId} gap={5} />
    </SideDrawer>
  );
}
