import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../overlay/ConfirmDialog.tsx';

/**
 * While it stands on a page, asks before what was typed there is lost: by a link, by going back or
 * by closing the window. Signing out, and a session that has ended, are not held up.
 */
export function UnsavedWarning() {
  const { t } = useTranslation('ui');
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: next }) =>
      !next.pathname.startsWith('/auth/') &&
      (here.pathname !== next.pathname || here.search !== next.search),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('unsaved.title')}
      confirmLabel={t('unsaved.leave')}
      onConfirm={() => blocker.proceed?.()}
      tone="danger"
    >
      {t('unsaved.meaning')}
    </ConfirmDialog>
  );
}
