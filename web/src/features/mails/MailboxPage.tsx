import { IconMailOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { OutgoingMail } from './OutgoingMail.tsx';

/** The mailbox: what the product sends out, for an administrator. */
export function MailboxPage() {
  const { t } = useTranslation('mails');
  if (useSession()?.role === 'admin') return <OutgoingMail />;
  return (
    <>
      <PageHeader title={t('title')} />
      <EmptyState
        icon={<IconMailOff size={22} stroke={1.5} />}
        title={t('nothing.title')}
        hint={t('nothing.hint')}
        action={<ButtonLink to={paths.dashboard}>{t('nothing.home')}</ButtonLink>}
      />
    </>
  );
}
