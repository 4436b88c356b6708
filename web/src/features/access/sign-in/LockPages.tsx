import type { LockSession, ReadSession, UnlockSession } from '@bursar/contracts/access/sessions';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { callApi } from '../../../lib/api-client.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { paths } from '../../../lib/paths.ts';
import { noteUnlock, uncover } from '../../../lib/session-lock.ts';
import { forgetSession, useSession } from '../../../lib/session.ts';
import { Avatar } from '../../../ui/avatar/Avatar.tsx';
import { Button, ButtonLink } from '../../../ui/button/Button.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Note } from '../../../ui/status/Note.tsx';
import { EntranceHeading } from '../../../ui/page/EntranceHeading.tsx';
import { Entrance } from './Entrance.tsx';
import classes from './LockPages.module.css';
import { PasswordField } from './SignInFields.tsx';
import formClasses from './SignInForm.module.css';

/**
 * Covers the open page without discarding what was typed. A modal browser dialog is above every
 * panel and makes everything under it unreachable.
 */
export function LockScreen() {
  const { t } = useTranslation('lock');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    // Another tab may have unlocked the session before the refused call covered this page.
    const asking = new AbortController();
    const { signal } = asking;
    callApi<ReadSession>('GET /api/session', { signal }).then(uncover, () => undefined);
    return () => asking.abort();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.screen}
      aria-label={t('title')}
      onCancel={(event) => event.preventDefault()}
      // Browsers close the dialog on a second Escape, so it is opened again.
      onClose={() => dialog.current?.showModal()}
    >
      <div className={classes.box}>
        <LockedPerson />
      </div>
    </dialog>
  );
}

/** The page that locks the session once the user confirms, and then asks for the password. */
export function BoxedLockPage() {
  return <LockPage variant="boxed" />;
}

export function CoverLockPage() {
  return <LockPage variant="cover" />;
}

function LockPage({ variant }: { variant: 'boxed' | 'cover' }) {
  const navigate = useNavigate();
  const isSignedIn = useSession() !== undefined;
  const [isLocked, setLocked] = useState(false);
  const unlocked = () => void navigate(paths.dashboard, { replace: true });
  return (
    <Entrance variant={variant}>
      <Stack as="section" gap={0}>
        {!isSignedIn && <NobodyHere />}
        {isSignedIn && isLocked && <LockedPerson onUnlocked={unlocked} />}
        {isSignedIn && !isLocked && <LockQuestion onLocked={() => setLocked(true)} />}
      </Stack>
    </Entrance>
  );
}

/**
 * Asks before it locks the session, because the user may only have followed a link to this page.
 */
function LockQuestion({ onLocked }: { onLocked: () => void }) {
  const { t } = useTranslation('lock');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  async function lock(): Promise<void> {
    setBusy(true);
    try {
      await callApi<LockSession>('POST /api/session/lock');
      onLocked();
    } catch (cause) {
      setBusy(false);
      setFailure(failureSentence(cause));
    }
  }
  return (
    <>
      <EntranceHeading title={t('ask.title')} meaning={t('ask.meaning')} />
      {failure && (
        <Note as="p" role="alert" kind="late">
          {failure}
        </Note>
      )}
      <div className={formClasses.form}>
        <Button
          kind="primary"
          className={formClasses.submit}
          busy={isBusy}
          onClick={() => void lock()}
        >
          {t('ask.lock')}
        </Button>
        <ButtonLink to={paths.dashboard}>{t('ask.back')}</ButtonLink>
      </div>
    </>
  );
}

function NobodyHere() {
  const { t } = useTranslation('lock');
  return (
    <>
      <EntranceHeading title={t('nobody.title')} meaning={t('nobody.explanation')} />
      <ButtonLink kind="primary" to={paths.signIn}>
        {t('nobody.signIn')}
      </ButtonLink>
    </>
  );
}

/** The user who locked the session, the password field, and a button to sign out. */
function LockedPerson({ onUnlocked }: { onUnlocked?: () => void }) {
  const { t } = useTranslation('lock');
  const navigate = useNavigate();
  const email = useSession()?.email ?? '';
  const form = useRef<HTMLFormElement>(null);
  const { password, problem, isBusy, type, submit } = useUnlocking(onUnlocked);
  useEffect(() => form.current?.querySelector<HTMLInputElement>('[name=password]')?.focus(), []);

  function leave(): void {
    uncover();
    forgetSession();
    void navigate(paths.signIn);
  }

  return (
    <>
      <Row wrap={false} tone="soft">
        <Avatar name={email} size="large" />
        <bdi>{email}</bdi>
      </Row>
      <EntranceHeading title={t('title')} meaning={t('subtitle')} />
      <form ref={form} className={formClasses.form} onSubmit={submit} noValidate>
        {/* Lets a password manager find the account's password. */}
        <input hidden readOnly type="email" autoComplete="username" value={email} />
        <PasswordField
          name="password"
          label={t('password')}
          value={password}
          error={problem}
          onChange={type}
          onBlur={() => undefined}
        />
        <Button type="submit" kind="primary" className={formClasses.submit} busy={isBusy}>
          {t('submit')}
        </Button>
        <Button onClick={leave}>{t('someoneElse')}</Button>
      </form>
    </>
  );
}

function useUnlocking(onUnlocked?: () => void) {
  const { t } = useTranslation('lock');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function unlock(): Promise<void> {
    setIsBusy(true);
    try {
      await callApi<UnlockSession>('POST /api/session/unlock', { body: { password } });
      noteUnlock();
      onUnlocked?.();
    } catch (cause) {
      setIsBusy(false);
      setProblem(failureSentence(cause));
    }
  }

  return {
    password,
    problem,
    isBusy,
    type: (typed: string) => {
      setPassword(typed);
      setProblem(undefined);
    },
    submit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (password === '') setProblem(t('missing'));
      else if (!isBusy) void unlock();
    },
  };
}
