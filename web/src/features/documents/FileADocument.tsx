import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { mayBeSentAgain } from '../../lib/upload-file.ts';
import { Button } from '../../ui/button/Button.tsx';
import { FileDrop } from '../../ui/file/FileDrop.tsx';
import { spellBytes } from '../../ui/file/refuse-file.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { ProgressBar } from '../../ui/progress/ProgressBar.tsx';
import classes from './Documents.module.css';
import { useDocumentUpload } from './use-document-upload.ts';

type FileADocumentProps = {
  readonly loanId: string;
  readonly endings: readonly string[];
  readonly largestBytes: number;
};

/** Takes a document, dropped or chosen, and sends it; what broke off is sent again as the same one. */
export function FileADocument({ loanId, endings, largestBytes }: FileADocumentProps) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  const filing = useDocumentUpload(loanId, (name) => notify.success(t('filed', { name })));
  const { upload } = filing;
  if (!upload) {
    return (
      <FileDrop
        title={t('drop')}
        // Each is read from left to right, its dot first, in either language.
        hint={t('dropHint', { endings: format.list(endings.map((one) => `\u2068${one}\u2069`)) })}
        endings={endings}
        largestBytes={largestBytes}
        onFile={filing.start}
      />
    );
  }
  const isRefused = upload.failure !== null && !mayBeSentAgain(upload.failure);
  return (
    <div className={classes.upload} role="status">
      <bdi>{upload.file.name}</bdi>
      {upload.failure ? (
        <p role="alert" className={classes.failure}>
          {failureSentence(upload.failure)}
        </p>
      ) : (
        <ProgressBar
          label={t('uploading', { name: upload.file.name })}
          done={upload.bytesSent}
          all={upload.file.size}
          spell={(bytes) => spellBytes(bytes, format.settings.locale)}
        />
      )}
      <div className={classes.uploadActions}>
        <Button size="compact" onClick={filing.giveUp}>
          {isRefused ? t('otherFile') : t('giveUp')}
        </Button>
        {upload.failure && !isRefused && (
          <Button size="compact" kind="primary" onClick={filing.retry}>
            {t('retry')}
          </Button>
        )}
      </div>
    </div>
  );
}
