import { useTranslation } from 'react-i18next';
import { SideDrawer } from '../../ui/overlay/SideDrawer.tsx';
import { ImportActions } from './ImportActions.tsx';
import { isRunning } from './imports.queries.ts';
import { NewImport } from './NewImport.tsx';
import { OneImport } from './OneImport.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import { newImport, useImportAddress } from './use-import-address.ts';
import type { Taken, TapeUploading } from './use-tape-upload.ts';
import { useTapeImport } from './use-tape-import.ts';

type ImportDrawerProps = {
  opened: boolean;
  /** What the address opens, or opened last: `new`, or an import's id. */
  shown: string;
  uploading: TapeUploading;
};

/** One import from the file to the books, or a new one and those before it. */
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
      width={960}
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
