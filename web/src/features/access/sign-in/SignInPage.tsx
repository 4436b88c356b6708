import type { ReadProviderButton } from '@bursar/contracts/access/single-sign-on';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { useTranslation } from 'react-i18next';
import { Entrance, type EntranceProps } from './Entrance.tsx';
import { SignInForm } from './SignInForm.tsx';
import classes from './Entrance.module.css';
import { useSignIn, type SignInEntry } from './use-sign-in.ts';
import { useEffect, useRef, useState, type ComponentType, type SubmitEvent } from 'react';
import { paths } from '../../../lib/paths.ts';
import { interruption } from '../../../lib/session.ts';
import {
  IconBrandFacebook,
  IconBrandGoogle,
  IconBrandInstagram,
  IconBrandX,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ProviderButtonProps } from './ProviderButton.tsx';
import { isProviderAnswer } from './provider-answer.ts';
import { RecoverySection } from './RecoverySection.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { EntranceHeading } from '../../../ui/page/EntranceHeading.tsx';
import formClasses from './SignInForm.module.css';
import { TextField } from './SignInFields.tsx';

export function SignInPage({ variant }: Pick<EntranceProps, 'variant'>) {
  const { t } = useTranslation('sign-in');
  const entry = useSignIn();
  if (entry.state.step === 'code') return <CodePage entry={entry} variant={variant} />;
  return (
    <Entrance variant={variant}>
      <section>
        <EntranceHeading title={t('title')} meaning={t('subtitle')} />
        <SessionEnded />
        <SignInForm entry={entry} />
        <ProviderPart entry={entry} />
        <Text tone="muted" size="caption" className={classes.or}>
          {t('or')}
        </Text>
        <SocialLinks />
        <p className={classes.ask}>
          <Link to={paths.askForAccount}>{t('askForAccount')}</Link>
        </p>
      </section>
      <RecoverySection />
    </Entrance>
  );
}

/**
 * The button of single sign-on. Its code is loaded only if single sign-on is set up, or if the
 * identity provider has just sent the user back.
 */
function ProviderPart({ entry }: { entry: SignInEntry }) {
  const [part, setPart] = useState<{ Part: ProviderPart; label: string | null }>();
  useEffect(() => {
    const load = async () => {
      // `callApi` would refuse this call after a sign-out on this page, so it uses `fetch`.
      const label = await fetch('/api/login/single-sign-on').then(readLabel, () => null);
      if (label === null && !isProviderAnswer(location.search)) return;
      const { ProviderButton: Part } = await import('./ProviderButton.tsx');
      setPart({ Part, label });
    };
    void load();
  }, []);
  return part && <part.Part entry={entry} label={part.label} />;
}

type ProviderPart = ComponentType<ProviderButtonProps>;

async function readLabel(answer: Response): Promise<string | null> {
  // The server answers by this contract; a proxy's own page has no label.
  const { label }: AnswerOf<ReadProviderButton> = await answer.json().catch(() => ({}));
  return label ?? null;
}

export function CoverSignInPage() {
  return <SignInPage variant="cover" />;
}

type CodePageProps = Pick<EntranceProps, 'variant'> & { entry: SignInEntry };

/** The second step, for accounts with a second factor. */
function CodePage({ entry, variant }: CodePageProps) {
  const { t } = useTranslation('sign-in');
  return (
    <Entrance variant={variant}>
      <section>
        <EntranceHeading title={t('code.title')} meaning={t('code.subtitle')} />
        <CodeForm entry={entry} />
      </section>
    </Entrance>
  );
}

/** Says why the session ended and that the user's work is not lost. */
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

/** Four decorative links that the specification demands; each links to this page. */
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

/** The code of the authenticator app or a recovery code; going back restarts sign-in. */
function CodeForm({ entry: { state, sendCode, backToTyping } }: { entry: SignInEntry }) {
  const { t } = useTranslation('sign-in');
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const isBusy = state.step === 'code' && state.isChecking;
  const problem = state.step === 'code' ? state.problem : undefined;
  // The focus returns here after a refused code, since the user must type another.
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
