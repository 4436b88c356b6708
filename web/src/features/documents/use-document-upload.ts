import type { FileDocument } from '@bursar/contracts/documents';
import { useEffect, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { uploadFile } from '../../lib/upload-file.ts';
import { useDocumentsChanged } from './documents.queries.ts';

type DocumentUpload = {
  /** Made when the file is chosen and kept when it is sent again: it is one document. */
  readonly id: string;
  readonly file: File;
  readonly bytesSent: number;
  /** Why it did not arrive; null while it is on its way. */
  readonly failure: Error | null;
};

/** Sends a document and tells how far it is; it ends with the tab it was started on. */
export function useDocumentUpload(loanId: string, onFiled: (name: string) => void) {
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
    /** Sends the same file again as the same document. */
    retry: () => {
      if (upload) void send(upload.id, upload.file);
    },
    giveUp: () => {
      running.current?.abort();
      setUpload(null);
    },
  };
}
