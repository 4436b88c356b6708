import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../button/Button.tsx';
import { Unbroken } from '../format/Unbroken.tsx';
import { notify, toastStore } from './notify.ts';
import type { Toast } from './notify.ts';
import classes from './Toasts.module.css';

/** Shows the toasts of all pages. The pointer or the focus on one holds all until either leaves. */
export function Toasts() {
  const { t } = useTranslation('ui');
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  const [isHeld, setHeld] = useState(false);
  return (
    // Not interactive: the handlers only keep a toast from disappearing.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label={t('overlay.toasts')}
      className={classes.region}
      data-screen-only
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {/* Rendered even without toasts: screen readers announce only changes inside it. */}
      <div aria-live="polite" className={classes.list}>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} isHeld={isHeld} />
        ))}
      </div>
    </section>
  );
}

/** One toast; while it is held, it does not disappear. */
export function ToastCard({ toast, isHeld }: { toast: Toast; isHeld: boolean }) {
  const { t } = useTranslation('ui');
  const { id, tone, message, actions, lifetimeMs, place } = toast;
  useEffect(() => {
    if (lifetimeMs === null || isHeld) return undefined;
    const timer = setTimeout(() => notify.dismiss(id), lifetimeMs);
    return () => clearTimeout(timer);
  }, [id, lifetimeMs, isHeld]);
  const Icon = tone === 'error' ? IconAlertTriangle : IconCircleCheck;
  return (
    <div
      className={classes.toast}
      data-tone={tone}
      data-place={place}
      role={tone === 'error' ? 'alert' : undefined}
    >
      <Icon size={18} stroke={1.75} className={classes.icon} aria-hidden="true" />
      <p className={classes.message}>
        <Unbroken>{message}</Unbroken>
      </p>
      {actions.map(({ label, run }) => (
        <Button
          key={label}
          size="compact"
          kind="quiet"
          className={classes.action}
          onClick={() => {
            notify.dismiss(id);
            run();
          }}
        >
          {label}
        </Button>
      ))}
      {place === 'bottom' && (
        <IconButton
          size="compact"
          label={t('overlay.dismiss')}
          icon={<IconX size={16} stroke={1.5} />}
          onClick={() => notify.dismiss(id)}
        />
      )}
    </div>
  );
}
