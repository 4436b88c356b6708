import { useTranslation } from 'react-i18next';
import { mayBeSentAgain } from '../../lib/upload-file.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { Button } from '../../ui/button/Button.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { spellBytes } from '../../ui/file/refuse-file.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { ProgressBar } from '../../ui/progress/ProgressBar.tsx';
import type { TapeUploading } from './use-tape-upload.ts';
import classes from './Work.module.css';

type UploadProgressProps = {
  uploading: TapeUploading;
  /** Back to choosing a file. */
  onLeave: () => void;
};

/** How much of the file has left the browser, or why it did not arrive. */
export function UploadProgress({ uploading, onLeave }: UploadProgressProps) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const { upload, retry, cancel } = uploading;
  if (!upload || upload.isCancelled) return null;
  const leave = () => {
    onLeave();
    cancel();
  };
  if (upload.failure !== null) {
    return (
      <div className={classes.work}>
        <ErrorState
          title={failureSentence(upload.failure)}
          safe={t('upload.safe')}
          onRetry={mayBeSentAgain(upload.failure) ? retry : undefined}
        />
        <div className={classes.middle}>
          <Button kind="quiet" onClick={leave}>
            {t('upload.otherFile')}
          </Button>
        </div>
      </div>
    );
  }
  const { bytesSent, file } = upload;
  return (
    <div className={classes.work}>
      <ProgressBar
        label={t('upload.label')}
        done={Math.min(bytesSent, file.size)}
        all={file.size}
        spell={(bytes) => spellBytes(bytes, format.settings.locale)}
      />
      <div className={classes.actions}>
        <p className={classes.safe}>{t('upload.stay')}</p>
        <Button onClick={leave}>{t('cancel')}</Button>
      </div>
    </div>
  );
}
