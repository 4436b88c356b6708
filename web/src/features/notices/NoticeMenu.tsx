import { Popover } from '@mantine/core';
import { IconBell, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button/Button.tsx';
import classes from './NoticeMenu.module.css';
import { type NoticeKind, noticesQuery } from './notices.queries.ts';

const looks = {
  notification: { Icon: IconBell, words: 'notifications' },
  message: { Icon: IconMail, words: 'messages' },
} as const;

/** What came in for the reader: the button counts what is new. */
export function NoticeMenu({ kind }: { kind: NoticeKind }) {
  const { t } = useTranslation('notices');
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery(noticesQuery);
  const { Icon, words } = looks[kind];
  const unread = data?.unread[words] ?? 0;
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      width={380}
      position="bottom-end"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <IconButton
          className={classes.button}
          label={unread > 0 ? t(`${words}.unread`, { count: unread }) : t(`${words}.label`)}
          icon={
            <>
              <Icon size={18} stroke={1.5} />
              {unread > 0 && <span className={classes.mark} />}
            </>
          }
          onClick={() => setIsOpen(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={t(`${words}.label`)}>
        <Suspense>
          <NoticePanel kind={kind} words={words} onLeave={() => setIsOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

const NoticePanel = lazy(() =>
  import('./NoticePanel.tsx').then((m) => ({ default: m.NoticePanel })),
);
