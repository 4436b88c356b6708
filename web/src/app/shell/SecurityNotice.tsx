import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { sessionQuery } from '../../lib/session-query.ts';
import { TextLink } from '../../ui/link/TextLink.tsx';
import { Note } from '../../ui/status/Note.tsx';

/** Shown above every page until the user has seen what others changed on their account. */
export function SecurityNotice() {
  const { t } = useTranslation();
  const count = useQuery(sessionQuery).data?.unseenSecurityEvents ?? 0;
  if (count === 0) return null;
  return (
    <Note kind="soon" role="status" below={4} data-screen-only>
      {t('securityNotice.text')}{' '}
      <TextLink to={`${paths.profile}?tab=security`}>{t('securityNotice.link')}</TextLink>
    </Note>
  );
}
