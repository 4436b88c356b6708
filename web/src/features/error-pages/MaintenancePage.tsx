import { useTranslation } from 'react-i18next';
import { ErrorPage } from './ErrorPage.tsx';
import { Retry } from './Retry.tsx';

/** While the installation is being worked on. */
export function MaintenancePage() {
  const { t } = useTranslation('errors');
  return (
    <ErrorPage
      title={t('maintenance.title')}
      explanation={t('maintenance.explanation')}
      action={<Retry />}
    />
  );
}
