import { useTranslation } from 'react-i18next';
import { productName } from '../../lib/document-title.ts';
import classes from './Footer.module.css';

/** The year of copyright and whose product this is. */
export function Footer() {
  const { t } = useTranslation();
  const year = new Date().getFullYear();
  return <footer className={classes.footer}>{t('footer', { year, product: productName })}</footer>;
}
