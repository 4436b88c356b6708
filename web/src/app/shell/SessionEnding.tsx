import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { noteInput } from '../../lib/attendance.ts';
import { sessionQuery } from '../../lib/session-query.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Box } from '../../ui/layout/Box.tsx';
import { onDemand } from '../../ui/state/on-demand.ts';
import classes from './SessionEnding.module.css';
import { useSignOut } from './use-sign-out.ts';

/** The warning comes this long before the end, so that a user can return from the printer. */
const WARN_MS = 2 * 60_000;

const dialog = onDemand(async () => (await import('../../ui/overlay/PlainDialog.tsx')).PlainDialog);

/** Warns before an idle session ends and offers to extend it. */
export function SessionEnding() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const signOut = useSignOut();
  const { data, dataUpdatedAt } = useQuery(sessionQuery);
  const endsAt = data ? dataUpdatedAt + data.endsInSeconds * 1_000 : null;
  const [nearEnd, setNearEnd] = useState<number | null>(null);
  const [wasAsked, setWasAsked] = useState(false);
  const ask = () =>
    queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined);
  // Other calls, in this tab or another, may have extended the session: only the server knows.
  const check = async () => {
    const facts = await ask();
    const isNear = facts !== undefined && facts.endsInSeconds * 1_000 <= WARN_MS;
    setNearEnd(isNear ? Date.now() + facts.endsInSeconds * 1_000 : null);
    if (!isNear) setWasAsked(false);
  };
  const checkAgain = useEffectEvent(check);
  const pauseUntilCheck = useEffectEvent((leftMs: number) => {
    if (leftMs > WARN_MS) return leftMs - WARN_MS;
    // If the end is already near, for example after the machine slept, ask the server once.
    return nearEnd === null ? 0 : Math.max(leftMs, 0);
  });
  useEffect(() => {
    if (endsAt === null) return undefined;
    const pauseMs = pauseUntilCheck(endsAt - Date.now());
    const timer = setTimeout(() => void checkAgain(), pauseMs + 1_000);
    return () => clearTimeout(timer);
  }, [endsAt]);
  if (nearEnd === null) return null;
  const stay = () => {
    noteInput();
    setWasAsked(true);
    void check();
  };
  return (
    <dialog.Part label={t('ending.title')} onClose={stay} className={classes.dialog}>
      <Box as="h2" size="lead" weight="strong" below={2}>
        {t('ending.title')}
      </Box>
      <p>{wasAsked ? t('ending.final') : t('ending.meaning')}</p>
      <Box flow="row" gap={2} align="stretch" justify="end" above={5}>
        <Button onClick={() => void signOut()}>{t('ending.signOut')}</Button>
        {/* The dialog may open while the user types: a key they type must not sign them out. */}
        <Button kind="primary" data-autofocus onClick={stay}>
          {t('ending.stay')}
        </Button>
      </Box>
    </dialog.Part>
  );
}
