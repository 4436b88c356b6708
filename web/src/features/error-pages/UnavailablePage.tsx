import { useTranslation } from 'react-i18next';
import { ErrorPage } from './ErrorPage.tsx';
import { Retry } from './Retry.tsx';

/** When the server is up but cannot serve, such as without its database. */
export function UnavailablePage() {
  const { t } = useTranslation('errors');
  return (
    <ErrorPage
      figure="503"
      title={t('unavailable.title')}
      explanation={t('unavailable.explanation')}
      action={<Retry />}
    />
  );
}
