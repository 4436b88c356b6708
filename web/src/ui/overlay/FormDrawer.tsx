import { useId } from 'react';
import { OverlayButtons, OverlayForm } from './OverlayForm.tsx';
import type { KeptOnClose, OverlayFormProps } from './OverlayForm.tsx';
import classes from './overlay.module.css';
import { SideDrawer } from './SideDrawer.tsx';

type FormDrawerProps = OverlayFormProps & {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Of a form that outlives its drawer, which so may close even while it is sent. */
  keeps?: KeptOnClose;
};

/** A form beside what it is about. While it is sent it stays open, since the answer belongs there. */
export function FormDrawer(props: FormDrawerProps) {
  const { opened, onClose, title, submitLabel, submitKind, keeps, ...form } = props;
  const formId = useId();
  const close = form.busy && !keeps ? () => undefined : onClose;
  const buttons = { formId, onClose: close, submitLabel, submitKind, busy: form.busy, keeps };
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
