import { useTranslation } from 'react-i18next';
import { Entrance, LanguageGrid } from './Entrance.tsx';
import { SignInForm } from './SignInForm.tsx';
import classes from './Entrance.module.css';
import { useSignIn, type SignInEntry } from './use-sign-in.ts';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { interruption } from '../../lib/session.ts';
import {
  IconBrandFacebook,
  IconBrandGoogle,
  IconBrandInstagram,
  IconBrandX,
} from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { Button } from '../../ui/button/Button.tsx';
import formClasses from './SignInForm.module.css';
import { TextField } from './SignInFields.tsx';
import type { RequestRecovery } from '@bursar/contracts/recovery';
import { callApi } from '../../lib/api-client.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { paths } from '../../lib/paths.ts';
import { notify } from '../../ui/overlay/notify.ts';

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

/** The code of the app, or a recovery code; the way back is to begin again. */
function CodeForm({ entry: { state, sendCode, backToTyping } }: { entry: SignInEntry }) {
  const { t } = useTranslation('sign-in');
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const isBusy = state.step === 'code' && state.isChecking;
  const problem = state.step === 'code' ? state.problem : undefined;
  // Also after a code that was refused: another one is what comes next.
  useEffect(() => form.current?.querySelector('input')?.focus(), [problem]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (code.trim() !== '' && !isBusy) void sendCode(code);
  }

  return (
    <form ref={form} className={formClasses.form} onSubmit={submit} noValidate>
      <TextField
        name="code"
        type="text"
        autoComplete="one-time-code"
        label={t('code.label')}
        value={code}
        error={problem}
        onChange={setCode}
      />
      <Button type="submit" kind="primary" className={formClasses.submit} busy={isBusy}>
        {t('submit')}
      </Button>
      <Button onClick={backToTyping}>{t('code.back')}</Button>
    </form>
  );
}

/** Password recovery: the browser alone checks what is typed; submitting asks for a mail and goes to the start. */
function RecoveryForm() {
  const { t } = useTranslation('sign-in');
  const navigate = useNavigate();
  const [email, setEmail] = useState('');

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (email !== '') void requestMail();
    void navigate(paths.dashboard);
  }

  /** What is said does not tell whether the address is known. */
  async function requestMail(): Promise<void> {
    try {
      await callApi<RequestRecovery>('POST /api/recovery/request', { body: { email } });
      notify.success(t('recovery.sent'));
    } catch (cause) {
      notify.error(failureSentence(cause));
    }
  }

  return (
    <form className={formClasses.form} onSubmit={submit}>
      <TextField
        name="recovery-email"
        type="email"
        autoComplete="email"
        label={t('email.label')}
        value={email}
        onChange={setEmail}
      />
      <Button type="submit" className={formClasses.submit}>
        {t('recovery.submit')}
      </Button>
    </form>
  );
}
