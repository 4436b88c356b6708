import { useTranslation } from 'react-i18next';
import { ErrorPage } from './ErrorPage.tsx';

/** For every address that the product does not know. */
export function NotFoundPage() {
  const { t } = useTranslation('errors');
  return (
    <ErrorPage figure="404" title={t('notFound.title')} explanation={t('notFound.explanation')} />
  );
}
