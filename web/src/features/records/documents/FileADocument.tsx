import { useTranslation } from 'react-i18next';
import type { FileDocument } from '@bursar/contracts/records/documents';
import { useEffect, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { mayBeSentAgain, uploadFile } from '../../../lib/upload-file.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { FileDrop } from '../../../ui/file/FileDrop.tsx';
import { spellBytes } from '../../../ui/file/refuse-file.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { notify } from '../../../ui/overlay/notify.ts';
import { ProgressBar } from '../../../ui/progress/ProgressBar.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { useDocumentsChanged } from './documents.queries.ts';
import classes from './Documents.module.css';

type FileADocumentProps = {
  readonly loanId: string;
  /** True if the loan has no documents yet. */
  readonly isFirst: boolean;
  readonly endings: readonly string[];
  readonly largestBytes: number;
};

/** Uploads a document that the user drops or chooses; a retry sends the same document. */
export function FileADocument(props: FileADocumentProps) {
  const { loanId, isFirst, endings, largestBytes } = props;
  const { t } = useTranslation('documents');
  const format = useFormat();
  const filing = useDocumentUpload(loanId, (name) => notify.success(t('filed', { name })));
  const { upload } = filing;
  if (!upload) {
    return (
      <FileDrop
        title={t('drop')}
        titleOnTouch={t('add')}
        hint={
          <>
            {isFirst && (
              <Box as="p" below={2}>
                {t('first')}
              </Box>
            )}
            <p>
              {t('dropHint', {
                types: format.list(typesOf(endings)),
                largest: isolated(spellBytes(largestBytes, format.settings.locale)),
              })}
            </p>
          </>
        }
        endings={endings}
        largestBytes={largestBytes}
        onFile={filing.start}
      />
    );
  }
  const isRefused = upload.failure !== null && !mayBeSentAgain(upload.failure);
  return (
    <Box flow="stack" gap={3} pad={4} className={classes.upload} role="status">
      <bdi>{upload.file.name}</bdi>
      {upload.failure ? (
        <Text tone="late" role="alert">
          {failureSentence(upload.failure)}
        </Text>
      ) : (
        <ProgressBar
          label={t('uploading', { name: upload.file.name })}
          done={upload.bytesSent}
          all={upload.file.size}
          spell={(bytes) => spellBytes(bytes, format.settings.locale)}
        />
      )}
      <Row gap={2} justify="end">
        <Button size="compact" onClick={filing.giveUp}>
          {isRefused ? t('otherFile') : t('giveUp')}
        </Button>
        {upload.failure && !isRefused && (
          <Button size="compact" kind="primary" onClick={filing.retry}>
            {t('retry')}
          </Button>
        )}
      </Row>
    </Box>
  );
}

/** Names the types of the file endings: `.jpg` and `.jpeg` are both JPEG. */
function typesOf(endings: readonly string[]): string[] {
  const types = endings.map((ending) => ending.slice(1).toUpperCase().replace(/^JPG$/, 'JPEG'));
  return [...new Set(types)].map((type) => isolated(type));
}

type DocumentUpload = {
  /** Created when the file is chosen. Retries send the same id, so the document is filed once. */
  readonly id: string;
  readonly file: File;
  readonly bytesSent: number;
  /** The reason why the upload failed; null while it runs. */
  readonly failure: Error | null;
};

/**
 * Uploads a document and reports its progress. The upload is cancelled when the component unmounts,
 * for example when the user opens another page.
 */
function useDocumentUpload(loanId: string, onFiled: (name: string) => void) {
  const [upload, setUpload] = useState<DocumentUpload | null>(null);
  const running = useRef<AbortController | null>(null);
  const documentsChanged = useDocumentsChanged(loanId);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (id: string, file: File) => {
    const controller = new AbortController();
    running.current = controller;
    const start = { id, file, bytesSent: 0, failure: null };
    setUpload(start);
    try {
      await uploadFile<FileDocument>('POST /api/documents', {
        query: { id, loanId, fileName: file.name },
        file,
        onProgress: (bytesSent) => setUpload({ ...start, bytesSent }),
        signal: controller.signal,
      });
      await documentsChanged();
      setUpload(null);
      onFiled(file.name);
    } catch (cause) {
      if (controller.signal.aborted) return;
      setUpload({ ...start, failure: cause instanceof Error ? cause : new Error(String(cause)) });
    }
  };

  return {
    upload,
    start: (file: File) => void send(uuidv7(), file),
    /** Sends the same file again with the same id. */
    retry: () => {
      if (upload) void send(upload.id, upload.file);
    },
    giveUp: () => {
      running.current?.abort();
      setUpload(null);
    },
  };
}
