import { IconBell, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button/Button.tsx';
import { Floating } from '../../ui/floating/Floating.tsx';
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
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setIsOpen(false), []);
  return (
    <>
      <IconButton
        ref={button}
        className={classes.button}
        label={unread > 0 ? t(`${words}.unread`, { count: unread }) : t(`${words}.label`)}
        icon={
          <>
            <Icon size={18} stroke={1.5} />
            {unread > 0 && <span className={classes.mark} />}
          </>
        }
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      />
      {isOpen && (
        <Floating
          role="dialog"
          aria-label={t(`${words}.label`)}
          anchor={button}
          align="end"
          width={380}
          onClose={close}
        >
          <Suspense>
            <NoticePanel kind={kind} words={words} onLeave={close} />
          </Suspense>
        </Floating>
      )}
    </>
  );
}

const NoticePanel = lazy(() =>
  import('./NoticePanel.tsx').then((m) => ({ default: m.NoticePanel })),
);
