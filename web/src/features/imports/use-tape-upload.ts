import type { StartImport } from '@bursar/contracts/imports';
import { useEffect, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { uploadFile } from '../../lib/upload-file.ts';
import { useKeepImport } from './imports.queries.ts';

/** A file on its way to the server. */
export type TapeUpload = {
  /** Made when the file is chosen and kept when it is sent again: it is one import. */
  readonly id: string;
  readonly file: File;
  /** The day at whose end its balances were taken. */
  readonly cutOffOn: string;
  readonly bytesSent: number;
  /** Why it did not arrive; null while it is on its way. */
  readonly failure: unknown;
  /** Given up by the reader; the server is not asked for what it never had. */
  readonly isCancelled: boolean;
};

/**
 * Sends a tape and tells how far it is. The upload goes on while the drawer is closed, and ends
 * with the page it was started on.
 */
export function useTapeUpload() {
  const [upload, setUpload] = useState<TapeUpload | null>(null);
  const running = useRef<AbortController | null>(null);
  const keepImport = useKeepImport();
  useEffect(() => () => running.current?.abort(), []);

  const send = async ({ id, file, cutOffOn }: Pick<TapeUpload, 'id' | 'file' | 'cutOffOn'>) => {
    const controller = new AbortController();
    running.current = controller;
    const begun = { bytesSent: 0, failure: null, isCancelled: false };
    const start: TapeUpload = { id, file, cutOffOn, ...begun };
    setUpload(start);
    try {
      const tape = await uploadFile<StartImport>('POST /api/imports', {
        query: { id, fileName: file.name, cutOffOn },
        file,
        onProgress: (bytesSent) => setUpload({ ...start, bytesSent }),
        signal: controller.signal,
      });
      await keepImport(tape);
      setUpload(null);
    } catch (failure) {
      if (!controller.signal.aborted) setUpload({ ...start, failure });
    }
  };

  return {
    upload,
    /** Starts a new import with this file and answers its id. */
    start: (file: File, cutOffOn: string): string => {
      const id = uuidv7();
      void send({ id, file, cutOffOn });
      return id;
    },
    /** Sends the same file again as the same import. */
    retry: () => {
      if (upload) void send(upload);
    },
    cancel: () => {
      running.current?.abort();
      setUpload((now) => now && { ...now, isCancelled: true });
    },
  };
}

export type TapeUploading = ReturnType<typeof useTapeUpload>;
