import { Popover } from '@mantine/core';
import { IconBell, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button/Button.tsx';
import { NoticeList } from './NoticeList.tsx';
import classes from './NoticeMenu.module.css';
import { type NoticeKind, noticesQuery, useReadNotices } from './notices.queries.ts';

const looks = {
  notification: { Icon: IconBell, words: 'notifications' },
  message: { Icon: IconMail, words: 'messages' },
} as const;

/** What came in for the reader: the button counts what is new, opening it reads it. */
export function NoticeMenu({ kind }: { kind: NoticeKind }) {
  const { t } = useTranslation('notices');
  const [isOpen, setIsOpen] = useState(false);
  const { data, isError } = useQuery(noticesQuery);
  const read = useReadNotices();
  const { Icon, words } = looks[kind];
  const notices = data?.notices.filter((notice) => notice.kind === kind) ?? [];
  const unread = data?.unread[words] ?? 0;

  function toggle(opens: boolean): void {
    setIsOpen(opens);
    const latest = notices[0];
    // The list keeps its marks while it is open: what is new is seen to be new.
    if (!opens && unread > 0 && latest) read.mutate({ kind, until: latest.time });
  }

  return (
    <Popover
      opened={isOpen}
      onChange={toggle}
      width={360}
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
          onClick={() => toggle(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={t(`${words}.label`)}>
        <h2 className={classes.title}>{t(`${words}.label`)}</h2>
        {notices.length > 0 ? (
          <NoticeList notices={notices} />
        ) : (
          <p className={classes.none}>{t(isError ? 'unreachable' : `${words}.none`)}</p>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
