import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ReadImportSample, StartImport } from '@bursar/contracts/intake/imports';
import { columnParam, tapeFields } from '@bursar/contracts/intake/tape-fields';
import { tableQueryOf } from '@bursar/contracts/intake/tape-table.values';
import { orderedFields, orderParam } from '@bursar/contracts/intake/tape-telling';
import { forAllParam, wholeFileFields } from '@bursar/contracts/intake/tape-whole-file.values';
import { useEffect, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { uploadFile } from '../../../lib/upload-file.ts';
import { useCacheImport } from './imports.queries.ts';

/**
 * The user's choices for reading a file, such as its columns, and answers to its open questions.
 */
export type ReadAs = AnswerOf<ReadImportSample>['readAs'];

/** The settings for reading a file: the user’s choices and the cut-off day; null means today. */
export type Taken = { readonly cutOffOn: string | null; readonly readAs: ReadAs };

/** The file of a checked import, if this page still has it, and how to check it again. */
export type AgainProps = {
  heldFile: File | null;
  onAgain: (file: File, taken: Taken) => void;
};

export type TapeUpload = Taken & {
  /**
   * The import's id, created when the file is chosen. Retries send the same id, so the file is
   * imported once.
   */
  readonly id: string;
  readonly file: File;
  readonly bytesSent: number;
  /** Why the upload failed; null while it runs. */
  readonly failure: unknown;
  /** True if the user cancelled the upload before the server answered. */
  readonly isCancelled: boolean;
};

/**
 * Uploads a tape and reports its progress. The upload continues while the drawer is closed and is
 * cancelled when the user leaves the page.
 */
export function useTapeUpload() {
  const [upload, setUpload] = useState<TapeUpload | null>(null);
  const [held, setHeld] = useState<Pick<TapeUpload, 'id' | 'file'> | null>(null);
  const running = useRef<AbortController | null>(null);
  const cacheImport = useCacheImport();
  useEffect(() => () => running.current?.abort(), []);

  const send = async (tape: Pick<TapeUpload, 'id' | 'file' | keyof Taken>) => {
    const { id, file, cutOffOn, readAs } = tape;
    const controller = new AbortController();
    running.current = controller;
    const progress = { bytesSent: 0, failure: null, isCancelled: false };
    const start: TapeUpload = { id, file, cutOffOn, readAs, ...progress };
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
      await cacheImport(taken);
      setHeld({ id, file });
      setUpload(null);
    } catch (failure) {
      if (!controller.signal.aborted) setUpload({ ...start, failure });
    }
  };

  return {
    upload,
    /**
     * Returns the file of this import if it is the last one that this page sent; otherwise null.
     * The user can then send it again with other settings.
     */
    fileOf: (importId: string | null): File | null =>
      held !== null && held.id === importId ? held.file : null,
    /** Starts a new import with this file and returns its id. */
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

function asQuery(readAs: ReadAs) {
  const { encoding, table = {}, columns = {}, answers = {} } = readAs;
  const { dateOrders = {}, words, forAll = {} } = readAs;
  const orders = orderedFields.flatMap((field) => {
    const order = dateOrders[field];
    return order === undefined ? [] : [[orderParam(field), order]];
  });
  const chosen = tapeFields.flatMap((field) => {
    const column = columns[field];
    return column === undefined ? [] : [[columnParam(field), column]];
  });
  const values = wholeFileFields.flatMap((field) => {
    const value = forAll[field];
    return value === undefined ? [] : [[forAllParam(field), value]];
  });
  return {
    ...(encoding && { encoding }),
    ...tableQueryOf(table),
    ...answers,
    ...Object.fromEntries(orders),
    ...(words && { words: JSON.stringify(words) }),
    ...Object.fromEntries(values),
    ...Object.fromEntries(chosen),
  };
}

export type TapeUploading = ReturnType<typeof useTapeUpload>;
