import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { interruption } from '../../lib/session.ts';
import classes from './SessionEnded.module.css';

/** Says why somebody stands before sign-in again, and that their work is not lost. */
export function SessionEnded() {
  const { t } = useTranslation('sign-in');
  const [ended] = useState(interruption);
  if (!ended) return null;
  return (
    <div role="status" className={classes.notice}>
      <p>{t(`ended.${ended.reason}`)}</p>
      <p>{t('ended.kept')}</p>
    </div>
  );
}
