import { IconBell, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button/Button.tsx';
import { LazyPopover } from '../../../ui/overlay/LazyPopover.tsx';
import type { NotificationPanelProps } from './NotificationPanel.tsx';
import classes from './NotificationMenu.module.css';
import { type NotificationKind, notificationsQuery } from './notifications.queries.ts';

const styles = {
  notification: { Icon: IconBell, textKey: 'notifications' },
  message: { Icon: IconMail, textKey: 'messages' },
} as const;

type NotificationMenuProps = {
  kind: NotificationKind;
  /** Number of unread items that the panel shows in addition to the notifications. */
  further?: number;
  Panel: ComponentType<NotificationPanelProps>;
};

/** The reader's notifications or messages; the button has a mark if some are unread. */
export function NotificationMenu({ kind, further = 0, Panel }: NotificationMenuProps) {
  const { t } = useTranslation('notifications');
  const { data } = useQuery(notificationsQuery);
  const { Icon, textKey } = styles[kind];
  const unread = (data?.unread[textKey] ?? 0) + further;
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
          <Panel kind={kind} textKey={textKey} onLeave={close} />
        </Suspense>
      )}
    </LazyPopover>
  );
}
