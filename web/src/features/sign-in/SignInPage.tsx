import { useTranslation } from 'react-i18next';
import { CodeForm } from './CodeForm.tsx';
import { Entrance } from './Entrance.tsx';
import { LanguageGrid } from './LanguageGrid.tsx';
import { RecoveryForm } from './RecoveryForm.tsx';
import { SessionEnded } from './SessionEnded.tsx';
import { SignInForm } from './SignInForm.tsx';
import classes from './Entrance.module.css';
import { SocialLinks } from './SocialLinks.tsx';
import type { SignInEntry } from './use-sign-in.ts';
import { useSignIn } from './use-sign-in.ts';

/** The first thing a lender sees: signing in, and recovering a password. */
export function SignInPage() {
  const { t } = useTranslation('sign-in');
  const entry = useSignIn();
  if (entry.state.step === 'code') return <CodePage entry={entry} />;
  return (
    <Entrance>
      <section className={classes.section}>
        <h1 className={classes.title}>{t('title')}</h1>
        <p className={classes.subtitle}>{t('subtitle')}</p>
        <SessionEnded />
        <SignInForm entry={entry} />
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

/** The second step, for those whose sign-in has one. */
function CodePage({ entry }: { entry: SignInEntry }) {
  const { t } = useTranslation('sign-in');
  return (
    <Entrance>
      <section className={classes.section}>
        <h1 className={classes.title}>{t('code.title')}</h1>
        <p className={classes.subtitle}>{t('code.subtitle')}</p>
        <CodeForm entry={entry} />
        <LanguageGrid />
      </section>
    </Entrance>
  );
}
