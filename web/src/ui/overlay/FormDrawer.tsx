import { useId } from 'react';
import { OverlayButtons, OverlayForm } from './OverlayForm.tsx';
import type { OverlayFormProps } from './OverlayForm.tsx';
import classes from './overlay.module.css';
import { SideDrawer } from './SideDrawer.tsx';

type FormDrawerProps = OverlayFormProps & {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What is typed is kept when it closes, so it may close even while it is sent. */
  keepsDraft?: boolean;
};

/** A form beside what it is about. While it is sent it stays open, since the answer belongs there. */
export function FormDrawer(props: FormDrawerProps) {
  const { opened, onClose, title, submitLabel, submitKind, keepsDraft = false, ...form } = props;
  const formId = useId();
  const close = form.busy && !keepsDraft ? () => undefined : onClose;
  const buttons = { formId, onClose: close, submitLabel, submitKind, busy: form.busy, keepsDraft };
  return (
    <SideDrawer
      opened={opened}
      onClose={close}
      title={title}
      footer={<OverlayButtons {...buttons} />}
    >
      <OverlayForm {...form} id={formId} className={classes.drawerForm} />
    </SideDrawer>
  );
}
