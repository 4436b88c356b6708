import { useTranslation } from 'react-i18next';
import { CodeForm } from './CodeForm.tsx';
import { Entrance } from './Entrance.tsx';
import { LanguageGrid } from './LanguageGrid.tsx';
import { RecoveryForm } from './RecoveryForm.tsx';
import { SignInForm } from './SignInForm.tsx';
import classes from './Entrance.module.css';
import { type SignInEntry, useSignIn } from './use-sign-in.ts';
import { useState } from 'react';
import { interruption } from '../../lib/session.ts';
import {
  IconBrandFacebook,
  IconBrandGoogle,
  IconBrandInstagram,
  IconBrandX,
} from '@tabler/icons-react';
import { Link } from 'react-router';

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

/** Says why somebody stands before sign-in again, and that their work is not lost. */
function SessionEnded() {
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

const networks = [
  { name: 'instagram', Icon: IconBrandInstagram },
  { name: 'facebook', Icon: IconBrandFacebook },
  { name: 'x', Icon: IconBrandX },
  { name: 'google', Icon: IconBrandGoogle },
] as const;

/** Four decorative links: they lead to the very page they stand on. */
function SocialLinks() {
  const { t } = useTranslation('sign-in');
  return (
    <ul className={classes.links}>
      {networks.map(({ name, Icon }) => (
        <li key={name}>
          <Link to="." replace className={classes.link} aria-label={t(`social.${name}`)}>
            <Icon size={18} stroke={1.5} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
