import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import classes from './Entrance.module.css';
import { Entrance } from './Entrance.tsx';
import { LanguageGrid } from './LanguageGrid.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { useNewPassword } from './use-new-password.ts';

/** Where the link of an invitation or a recovery leads: choosing a password that nobody else knows. */
export function NewPasswordPage() {
  const { t } = useTranslation('sign-in');
  const [search] = useSearchParams();
  const entry = useNewPassword(search.get('token') ?? '');
  return (
    <Entrance>
      <section className={classes.section}>
        {entry.state.step === 'spent' ? (
          <SpentLink />
        ) : (
          <>
            <h1 className={classes.title}>{t('newPassword.title')}</h1>
            <p className={classes.subtitle}>{t('newPassword.subtitle')}</p>
            <NewPasswordForm entry={entry} />
          </>
        )}
        <LanguageGrid />
      </section>
    </Entrance>
  );
}

/** A link that has been used or is too old: only a new one helps, and sign-in sends it. */
function SpentLink() {
  const { t } = useTranslation(['sign-in', 'failures']);
  return (
    <>
      <div role="alert">
        <h1 className={classes.title}>{t('newPassword.spent')}</h1>
        <p className={classes.subtitle}>{t('failures:recovery_link_not_valid')}</p>
      </div>
      <ButtonLink kind="primary" to={paths.signIn} replace>
        {t('newPassword.toSignIn')}
      </ButtonLink>
    </>
  );
}
