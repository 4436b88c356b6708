import { useTranslation } from 'react-i18next';
import classes from './GuardWaiting.module.css';

/** What stands in a page's place while its guard and its parts are on their way. */
export function GuardWaiting() {
  const { t } = useTranslation();
  return (
    <p className={classes.waiting} role="status">
      {t('loading')}
    </p>
  );
}
