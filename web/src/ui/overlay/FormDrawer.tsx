import { useId } from 'react';
import { OverlayButtons, OverlayForm, OverlayQuestion } from './OverlayForm.tsx';
import type { AskedBeforehand, DraftOnClose, OverlayFormProps } from './OverlayForm.tsx';
import { SideDrawer } from './SideDrawer.tsx';

type FormDrawerProps = OverlayFormProps & {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Of a form that outlives its drawer, which so may close even while it is sent. */
  keeps?: DraftOnClose | undefined;
  /** What has to be answered before it is sent. */
  question?: AskedBeforehand | undefined;
};

/** A form beside what it is about. While it is sent it stays open, since the answer belongs there. */
export function FormDrawer(props: FormDrawerProps) {
  const { opened, onClose, title, submitLabel, submitKind, keeps, question, ...form } = props;
  const formId = useId();
  const close = form.busy && !keeps ? () => undefined : onClose;
  const buttons = { formId, onClose: close, submitLabel, submitKind, busy: form.busy, keeps };
  return (
    <SideDrawer
      opened={opened}
      onClose={close}
      title={title}
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
