import { useTranslation } from 'react-i18next';
import { Entrance } from './Entrance.tsx';
import { LanguageGrid } from './LanguageGrid.tsx';
import { RecoveryForm } from './RecoveryForm.tsx';
import { SignInForm } from './SignInForm.tsx';
import classes from './Entrance.module.css';
import { SocialLinks } from './SocialLinks.tsx';

/** The first thing a lender sees: signing in, and recovering a password. */
export function SignInPage() {
  const { t } = useTranslation('sign-in');
  return (
    <Entrance>
      <section className={classes.section}>
        <h1 className={classes.title}>{t('title')}</h1>
        <p className={classes.subtitle}>{t('subtitle')}</p>
        <SignInForm />
        <p className={classes.or}>
          <span>{t('or')}</span>
        </p>
        <SocialLinks />
        <LanguageGrid />
      </section>
      <section className={classes.section}>
        <h2 className={classes.recovery}>{t('recovery.title')}</h2>
        <p className={classes.subtitle}>{t('recovery.subtitle')}</p>
        <RecoveryForm />
      </section>
    </Entrance>
  );
}
