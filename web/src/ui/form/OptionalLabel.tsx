import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './fields.module.css';

/** The label of a field that may stay empty where others may not. */
export function OptionalLabel({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('ui');
  return (
    <>
      {children} <span className={classes.optional}>{t('form.optional')}</span>
    </>
  );
}
