import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session.ts';
import { ErrorPage } from './ErrorPage.tsx';

/** Where a page's guard sends a reader whose role may not open it. */
export function UnauthorizedPage() {
  const { t } = useTranslation('errors');
  const session = useSession();
  return (
    <ErrorPage
      figure="403"
      title={t('unauthorized.title')}
      explanation={t('unauthorized.explanation', {
        role: t(`app:role.${session?.role ?? 'unknown'}`),
      })}
    />
  );
}
