import { useTranslation } from 'react-i18next';
import { useIsDisconnected } from '../lib/connection.ts';
import classes from './ConnectionBar.module.css';

/** A bar along the top while the server is out of reach: what is shown stays, but grows old. */
export function ConnectionBar() {
  const { t } = useTranslation();
  const isDisconnected = useIsDisconnected();
  return (
    <div role="status" className={classes.place}>
      {isDisconnected && <p className={classes.bar}>{t('offline')}</p>}
    </div>
  );
}
