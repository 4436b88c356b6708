import type { Readable } from 'node:stream';
import type { DocumentPlace } from '../../../platform/document-place.ts';
import { openBucketStore } from './bucket-store.ts';
import { openFolderStore } from './folder-store.ts';

export type StoredFile = { readonly name: string; readonly changedAt: Date };

/**
 * The digest of a file's bytes, and a function that opens the bytes. In a folder, it reads the file
 * again.
 */
export type StoredBytes = { readonly sha256: Buffer; readonly open: () => Readable };

/** Stores files under names such as `0198…/a1/0198…`, relative to the place. */
export type FileStore = {
  /**
   * Durably stores the bytes of a local file under a free name. Returns false if the name is taken;
   * that file does not change.
   */
  readonly put: (path: string, name: string) => Promise<boolean>;
  /** Reads a file; null if there is no such file. */
  readonly read: (name: string) => Promise<StoredBytes | null>;
  readonly has: (name: string) => Promise<boolean>;
  readonly remove: (name: string) => Promise<void>;
  /** Lists the files whose outermost folder matches the pattern. */
  readonly list: (outermost: RegExp) => AsyncGenerator<StoredFile>;
  /** Durably replaces the whole content of a short text file. */
  readonly replaceText: (name: string, text: string) => Promise<void>;
};

export const openFileStore = (place: DocumentPlace): FileStore =>
  typeof place === 'string' ? openFolderStore(place) : openBucketStore(place.bucket, place.prefix);
