import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { productName } from '../../../lib/document-title.ts';
import { isServerPreparing } from '../../../lib/maintenance.ts';
import { paths } from '../../../lib/paths.ts';
import { refusedPage } from '../../../lib/refused-page.ts';
import { forgetSession, useSession } from '../../../lib/session.ts';
import { Logo } from '../../../ui/brand/Logo.tsx';
import { ButtonLink, Button } from '../../../ui/button/Button.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import classes from './error-pages.module.css';

type ErrorPageProps = {
  /** The HTTP status of the situation. */
  figure: string;
  title: string;
  /** One or two sentences that say what happened and what to do. */
  explanation: string;
  /** The address that the reader wanted, if it is known. */
  wanted?: string | undefined;
  /** A button next to the link home, if the reader can do more. */
  action?: ReactNode;
  /** Replaces the link home, for a reader who is not signed in; null if no page can be opened. */
  home?: ReactNode;
};

/** A page that explains an error, and has at least one way out. */
function ErrorPage({ figure, title, explanation, wanted, action, home }: ErrorPageProps) {
  const { t } = useTranslation('errors');
  const isSignedIn = useSession() !== undefined;
  return (
    <main className={classes.page}>
      <Logo name={productName} />
      <div className={classes.sheet}>
        <Box
          as="p"
          tone="ink"
          weight="text"
          tabular
          below={8}
          className={classes.figure}
          aria-hidden="true"
        >
          {figure}
        </Box>
        <Box as="h1" size="title" weight="strong" below={2} className={classes.title}>
          {title}
        </Box>
        <Box as="p" tone="muted" max="28rem" pretty>
          {explanation}
        </Box>
        {wanted !== undefined && (
          <Box as="p" size="table" breaks max="28rem" above={3}>
            <code dir="ltr">{wanted}</code>
          </Box>
        )}
        <Box flow="row" gap={2} align="stretch" above={6}>
          {action}
          {home === undefined ? (
            <ButtonLink
              kind={action ? 'secondary' : 'primary'}
              to={isSignedIn ? paths.dashboard : paths.signIn}
            >
              {t(isSignedIn ? 'home' : 'signedOut.signIn')}
            </ButtonLink>
          ) : (
            home
          )}
          {!action && <Back />}
        </Box>
      </div>
    </main>
  );
}

/** Goes back to the page before, if this tab has one. */
function Back() {
  const { t } = useTranslation('errors');
  if (history.length < 2) return null;
  return <Button onClick={() => history.back()}>{t('back')}</Button>;
}

type RetryProps = {
  /** True if the error page replaces the page at this address: retrying reloads it. */
  reloads?: boolean;
};

/**
 * A button that reloads the page if `reloads` is set, and otherwise goes back to the page that
 * failed. If there is no page to go back to, it opens the start page.
 */
function Retry({ reloads = false }: RetryProps) {
  const { t } = useTranslation('errors');
  const [busy, setBusy] = useState(false);
  return (
    <Button
      kind="primary"
      busy={busy}
      onClick={() => {
        setBusy(true);
        if (reloads) location.reload();
        else if (history.length > 1) history.back();
        else location.assign('/');
      }}
    >
      {t('tryAgain')}
    </Button>
  );
}

/** Shown for every address without a page. */
export function NotFoundPage() {
  const { t } = useTranslation('errors');
  const { pathname } = useLocation();
  return (
    <ErrorPage
      figure="404"
      title={t('notFound.title')}
      explanation={t('notFound.explanation')}
      // The page has an address of its own, which does exist.
      wanted={pathname === '/pages/error404' ? undefined : pathname}
    />
  );
}

/** Shown to a reader whose role may not open the page. */
export function UnauthorizedPage() {
  const { t } = useTranslation('errors');
  const role = useSession()?.role;
  // Rerenders the page if another page is refused while it is open.
  useLocation();
  if (!role) return <SignInFirst />;
  return (
    <ErrorPage
      figure="403"
      title={t('unauthorized.title')}
      explanation={t('unauthorized.explanation', { role: t(`app:role.${role}`) })}
      wanted={refusedPage()}
    />
  );
}

/** Shown to visitors who are not signed in, and to users whose session has no role. */
function SignInFirst() {
  const { t } = useTranslation('errors');
  return (
    <ErrorPage
      figure="401"
      title={t('signedOut.title')}
      explanation={t('signedOut.explanation')}
      home={
        <ButtonLink kind="primary" to={paths.signIn} onClick={forgetSession}>
          {t('signedOut.signIn')}
        </ButtonLink>
      }
    />
  );
}

/** Shown if the server failed at something that it should be able to do. */
export function ServerErrorPage() {
  const { t } = useTranslation('errors');
  return (
    <ErrorPage
      figure="500"
      title={t('serverError.title')}
      explanation={t('serverError.explanation')}
      action={<Retry />}
    />
  );
}

/** Shown if the server runs but cannot answer, for example without its database. */
export function UnavailablePage() {
  const { t } = useTranslation('errors');
  return (
    <ErrorPage
      figure="503"
      title={t('unavailable.title')}
      explanation={t('unavailable.explanation')}
      action={<Retry />}
    />
  );
}

/** Shown during maintenance, and in place of every page while the server is in preparation. */
export function MaintenancePage() {
  const { t } = useTranslation('errors');
  return (
    <ErrorPage
      figure="503"
      title={t('maintenance.title')}
      explanation={t('maintenance.explanation')}
      action={<Retry reloads={isServerPreparing()} />}
      home={null}
    />
  );
}
