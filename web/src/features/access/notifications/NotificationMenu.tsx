import { IconBell, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button/Button.tsx';
import { LazyPopover } from '../../../ui/overlay/LazyPopover.tsx';
import classes from './NotificationMenu.module.css';
import { type NotificationKind, notificationsQuery } from './notifications.queries.ts';

const styles = {
  notification: { Icon: IconBell, textKey: 'notifications' },
  message: { Icon: IconMail, textKey: 'messages' },
} as const;

type NotificationMenuProps = {
  kind: NotificationKind;
  /** Shown above the notifications and counted with them. */
  further?: { readonly unread: number; readonly content: (close: () => void) => ReactNode };
};

/** The reader's notifications or messages; the button shows the number of unread ones. */
export function NotificationMenu({ kind, further }: NotificationMenuProps) {
  const { t } = useTranslation('notifications');
  const { data } = useQuery(notificationsQuery);
  const { Icon, textKey } = styles[kind];
  const unread = (data?.unread[textKey] ?? 0) + (further?.unread ?? 0);
  return (
    <LazyPopover
      label={t(`${textKey}.label`)}
      position="bottom-end"
      width={380}
      focuses="panel"
      trigger={
        <IconButton
          className={classes.button}
          label={unread > 0 ? t(`${textKey}.unread`, { count: unread }) : t(`${textKey}.label`)}
          icon={
            <>
              <Icon size={18} stroke={1.5} />
              {unread > 0 && <span className={classes.mark} />}
            </>
          }
        />
      }
    >
      {(close) => (
        <Suspense>
          <NotificationPanel kind={kind} textKey={textKey} onLeave={close}>
            {further?.content(close)}
          </NotificationPanel>
        </Suspense>
      )}
    </LazyPopover>
  );
}

const NotificationPanel = lazy(() =>
  import('./NotificationPanel.tsx').then((m) => ({ default: m.NotificationPanel })),
);
