import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { paths } from '../../lib/paths.ts';
import classes from './Entrance.module.css';
import { Entrance } from './Entrance.tsx';
import { LanguageGrid } from './LanguageGrid.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';

/** Where the link of an invitation or a recovery leads: choosing a password that nobody else knows. */
export function NewPasswordPage() {
  const { t } = useTranslation(['sign-in', 'failures']);
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  return (
    <Entrance>
      <section className={classes.section}>
        <h1 className={classes.title}>{t('newPassword.title')}</h1>
        <p className={classes.subtitle}>
          {t(token === '' ? 'failures:recovery_link_not_valid' : 'newPassword.subtitle')}
        </p>
        {token === '' ? (
          <Link to={paths.signIn}>{t('newPassword.toSignIn')}</Link>
        ) : (
          <NewPasswordForm token={token} />
        )}
        <LanguageGrid />
      </section>
    </Entrance>
  );
}
