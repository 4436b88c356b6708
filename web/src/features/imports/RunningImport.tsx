import type { TapeImport } from '@bursar/contracts/imports';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ProgressBar } from '../../ui/progress/ProgressBar.tsx';
import { useCancelImport } from './imports.queries.ts';
import classes from './Work.module.css';

/** How far the server is with a file, and the way to stop it; nothing of a stopped one stays. */
export function RunningImport({ tape }: { tape: TapeImport }) {
  const { t } = useTranslation('imports');
  const cancel = useCancelImport(tape.id);
  const { state, rowsRead, rowsBooked, summary } = tape;
  const isBooking = state === 'booking';
  // Asked to stop, the server does so within some hundred rows; the state tells when it has.
  const isStopping = cancel.isPending || cancel.isSuccess;
  return (
    <div className={classes.work}>
      <ProgressBar
        label={isBooking ? t('running.booking') : t('running.checking')}
        done={isBooking ? rowsBooked : rowsRead}
        // How many rows a file has is known once all are read.
        all={isBooking ? (summary?.loans ?? null) : null}
      />
      {cancel.error && (
        <p role="alert" className={classes.problem}>
          {failureSentence(cancel.error)}
        </p>
      )}
      <div className={classes.actions}>
        <p className={classes.safe}>{t('running.safe')}</p>
        <Button busy={isStopping} onClick={() => cancel.mutate()}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  );
}
