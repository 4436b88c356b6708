import { useTranslation } from 'react-i18next';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { mayBeSentAgain } from '../../../lib/upload-file.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { spellBytes } from '../../../ui/file/refuse-file.ts';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { ProgressBar } from '../../../ui/progress/ProgressBar.tsx';
import { Stack, Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ImportActions } from './ImportActions.tsx';
import { isRunning, useTapeImport } from './imports.queries.ts';
import { NewImport } from './NewImport.tsx';
import { OneImport } from './OneImport.tsx';
import { newImport, useImportAddress } from './use-import-address.ts';
import type { Taken, TapeUploading } from './use-tape-upload.ts';
import classes from './Imports.module.css';

type ImportDrawerProps = {
  opened: boolean;
  /** The import that the address opens, or opened last: `new` or an import's id. */
  shown: string;
  uploading: TapeUploading;
};

/** One import from its file to the booking, or a new import with the list of earlier ones. */
export function ImportDrawer({ opened, shown, uploading }: ImportDrawerProps) {
  const { t } = useTranslation('imports');
  const { show } = useImportAddress();
  const importId = shown === newImport ? null : shown;
  const isUploading = uploading.upload?.id === importId && importId !== null;
  const query = useTapeImport(isUploading ? null : importId);
  const tape = query.data;
  const start = (file: File, taken: Taken) => show(uploading.start(file, taken), { replace: true });
  const fileName = isUploading ? uploading.upload?.file.name : tape?.fileName;
  return (
    <SideDrawer
      opened={opened}
      onClose={() => show(null)}
      title={fileName === undefined ? t('importTape') : <bdi>{fileName}</bdi>}
      // The figures of a tape are wider than the fields of a new import.
      size={importId === null ? 'record' : 'table'}
      footer={
        tape && !isRunning(tape.state) ? <ImportActions key={tape.state} tape={tape} /> : undefined
      }
    >
      {importId === null ? (
        <NewImport onFile={start} />
      ) : isUploading ? (
        <UploadProgress uploading={uploading} onLeave={() => show(newImport, { replace: true })} />
      ) : (
        <OneImport query={query} heldFile={uploading.fileOf(importId)} onAgain={start} />
      )}
    </SideDrawer>
  );
}

type UploadProgressProps = {
  uploading: TapeUploading;
  onLeave: () => void;
};

/** The upload's progress, or why it failed. */
function UploadProgress({ uploading, onLeave }: UploadProgressProps) {
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
      <Stack gap={3}>
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
      </Stack>
    );
  }
  const { bytesSent, file } = upload;
  return (
    <Stack gap={3}>
      <ProgressBar
        label={t('upload.label')}
        done={Math.min(bytesSent, file.size)}
        all={file.size}
        spell={(bytes) => spellBytes(bytes, format.settings.locale)}
      />
      <Row justify="between">
        <Text tone="muted">{t('upload.stay')}</Text>
        <Button onClick={leave}>{t('cancel')}</Button>
      </Row>
    </Stack>
  );
}
