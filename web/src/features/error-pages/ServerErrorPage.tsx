import { useTranslation } from 'react-i18next';
import { ErrorPage } from './ErrorPage.tsx';
import { Retry } from './Retry.tsx';

/** When the server failed at something it should be able to do. */
export function ServerErrorPage() {
  const { t } = useTranslation('errors');
  return (
    <ErrorPage
      figure="500"
      title={t('serverError.title')}
      explanation={t('serverError.explanation')}
      action={<Retry />}
    />
  );
}
