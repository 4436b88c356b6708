import { useEffect, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { replaceRenderedPage } from '../lib/rendered-page.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { Button } from '../ui/button/Button.tsx';
import { dropTyping } from '../ui/shortcut/typed-ahead.ts';
import classes from './RouterErrorScreen.module.css';

/** The screen for an unexpected error: status and status text, or the error's message. */
export function RouterErrorScreen() {
  useEffect(() => {
    // The loader and the server-rendered page are still in the document if the very first page
    // failed.
    document.getElementById('loader')?.remove();
    replaceRenderedPage();
  }, []);
  return (
    <main className={classes.alone}>
      <PageErrorScreen />
    </main>
  );
}

/**
 * The error screen. In a framed page it replaces only the page; the frame around it still works.
 */
export function PageErrorScreen() {
  const cause = useRouteError();
  const { t } = useTranslation();
  const [reloading, setReloading] = useState(false);
  const title = t('unexpected.title');
  useDocumentTitle(title);
  // The error may come from an overlay that failed to load. Keys that the user typed for it are
  // discarded.
  useLayoutEffect(dropTyping, []);
  return (
    <div className={classes.screen}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.cause}>{describe(cause)}</p>
      <p className={classes.safe}>{t('unexpected.safe')}</p>
      <Button
        kind="primary"
        busy={reloading}
        onClick={() => {
          setReloading(true);
          location.reload();
        }}
      >
        {t('unexpected.tryAgain')}
      </Button>
    </div>
  );
}

function describe(cause: unknown): string {
  if (isRouteErrorResponse(cause)) return `${cause.status} ${cause.statusText}`;
  return cause instanceof Error ? cause.message : String(cause);
}
