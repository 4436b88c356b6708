import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './ConnectionBar.module.css';

/** A bar along the top while the browser has no network: what is shown stays, but grows old. */
export function ConnectionBar() {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(onConnectionChange, () => navigator.onLine);
  return (
    <div role="status" className={classes.place}>
      {!isOnline && <p className={classes.bar}>{t('offline')}</p>}
    </div>
  );
}

function onConnectionChange(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
