import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ReadImportSample, StartImport } from '@bursar/contracts/intake/imports';
import { columnParam, tapeFields } from '@bursar/contracts/intake/tape-fields';
import { useEffect, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { uploadFile } from '../../../lib/upload-file.ts';
import { useKeepImport } from './imports.queries.ts';

/** What a person said about a file that the file itself does not say. */
export type ReadAs = AnswerOf<ReadImportSample>['readAs'];

/** How a file is read: its cut-off date, which is today where none was given. */
export type Taken = { readonly cutOffOn: string | null; readonly readAs: ReadAs };

/** The file of an import that was checked, where this page still has it, and how to check it again. */
export type AgainProps = {
  heldFile: File | null;
  onAgain: (file: File, taken: Taken) => void;
};

/** A file on its way to the server. */
export type TapeUpload = Taken & {
  /** Made when the file is chosen and kept when it is sent again: it is one import. */
  readonly id: string;
  readonly file: File;
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
  const [held, setHeld] = useState<Pick<TapeUpload, 'id' | 'file'> | null>(null);
  const running = useRef<AbortController | null>(null);
  const keepImport = useKeepImport();
  useEffect(() => () => running.current?.abort(), []);

  const send = async (tape: Pick<TapeUpload, 'id' | 'file' | keyof Taken>) => {
    const { id, file, cutOffOn, readAs } = tape;
    const controller = new AbortController();
    running.current = controller;
    const begun = { bytesSent: 0, failure: null, isCancelled: false };
    const start: TapeUpload = { id, file, cutOffOn, readAs, ...begun };
    setUpload(start);
    try {
      const taken = await uploadFile<StartImport>('POST /api/imports', {
        query: {
          id,
          fileName: file.name,
          ...(cutOffOn !== null && { cutOffOn }),
          ...asQuery(readAs),
        },
        file,
        onProgress: (bytesSent) => setUpload({ ...start, bytesSent }),
        signal: controller.signal,
      });
      await keepImport(taken);
      setHeld({ id, file });
      setUpload(null);
    } catch (failure) {
      if (!controller.signal.aborted) setUpload({ ...start, failure });
    }
  };

  return {
    upload,
    /** The file that this page has sent, kept to be sent again with other settings. */
    fileOf: (importId: string | null): File | null =>
      held !== null && held.id === importId ? held.file : null,
    /** Starts a new import with this file and answers its id. */
    start: (file: File, taken: Taken): string => {
      const id = uuidv7();
      void send({ id, file, ...taken });
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

function asQuery({ encoding, columns = {}, answers = {} }: ReadAs) {
  const told = tapeFields.flatMap((field) => {
    const column = columns[field];
    return column === undefined ? [] : [[columnParam(field), column]];
  });
  return { ...(encoding && { encoding }), ...answers, ...Object.fromEntries(told) };
}

export type TapeUploading = ReturnType<typeof useTapeUpload>;
