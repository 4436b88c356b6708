import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { forgetSession, useSession } from '../../lib/session.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { ErrorPage } from './ErrorPage.tsx';

/** Where a page's guard sends a reader whose role may not open it. */
export function UnauthorizedPage() {
  const { t } = useTranslation('errors');
  const role = useSession()?.role;
  if (!role) return <SignInFirst />;
  return (
    <ErrorPage
      figure="403"
      title={t('unauthorized.title')}
      explanation={t('unauthorized.explanation', { role: t(`app:role.${role}`) })}
    />
  );
}

/** For whoever is not signed in, or by a session that has lost its role and opens nothing. */
function SignInFirst() {
  const { t } = useTranslation('errors');
  return (
    <ErrorPage
      figure="401"
      title={t('signedOut.title')}
      explanation={t('signedOut.explanation')}
      home={
        <ButtonLink kind="primary" to={paths.signIn} onClick={forgetSession}>
          {t('signedOut.signIn')}
        </ButtonLink>
      }
    />
  );
}
