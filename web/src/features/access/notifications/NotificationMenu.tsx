import { IconBell, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button/Button.tsx';
import { LazyPopover } from '../../../ui/overlay/LazyPopover.tsx';
import classes from './NotificationMenu.module.css';
import { type NotificationKind, notificationsQuery } from './notifications.queries.ts';

const styles = {
  notification: { Icon: IconBell, words: 'notifications' },
  message: { Icon: IconMail, words: 'messages' },
} as const;

/** The reader's notifications or messages; the button shows the number of unread ones. */
export function NotificationMenu({ kind }: { kind: NotificationKind }) {
  const { t } = useTranslation('notifications');
  const { data } = useQuery(notificationsQuery);
  const { Icon, words } = styles[kind];
  const unread = data?.unread[words] ?? 0;
  return (
    <LazyPopover
      label={t(`${words}.label`)}
      position="bottom-end"
      width={380}
      focuses="panel"
      trigger={
        <IconButton
          className={classes.button}
          label={unread > 0 ? t(`${words}.unread`, { count: unread }) : t(`${words}.label`)}
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
          <NotificationPanel kind={kind} words={words} onLeave={close} />
        </Suspense>
      )}
    </LazyPopover>
  );
}

const NotificationPanel = lazy(() =>
  import('./NotificationPanel.tsx').then((m) => ({ default: m.NotificationPanel })),
);
