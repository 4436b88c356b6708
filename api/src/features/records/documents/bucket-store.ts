import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { S3mini } from 's3mini';
import type { Bucket } from '../../../platform/document-place.ts';
import type { FileStore, StoredBytes, StoredFile } from './file-store.ts';

/**
 * Thrown if the store does not respond, or rejects a call for a reason other than a missing file.
 */
export class DocumentsUnreachable extends Error {
  override name = 'DocumentsUnreachable';
  /** Requests that fail with this error return `documents_unreachable`. */
  readonly code = 'DOCUMENTS_UNREACHABLE';
}

const CALL_MS = 30_000;
/** Maximum number of files that a store lists in one call. */
const PAGE = 1_000;

/** Stores files as objects. A file has at most 20 MB, so one call sends or reads it whole. */
export function openBucketStore(bucket: Bucket, prefix: string): FileStore {
  const { address, region, accessKeyId, secretAccessKey } = bucket;
  const client = new S3mini({
    endpoint: address,
    region,
    accessKeyId,
    secretAccessKey,
    requestAbortTimeout: CALL_MS,
  });
  const keyOf = (name: string) => prefix + name;
  const has = (name: string) =>
    reach(bucket, async () => (await client.objectExists(keyOf(name))) === true);
  return {
    // Two calls for one name never run at once: a caller inserts the document's row first, and a
    // second insert waits.
    put: async (path, name) => {
      if (await has(name)) return false;
      const bytes = await readFile(path);
      await reach(bucket, () => client.putObject(keyOf(name), bytes));
      return true;
    },
    read: async (name) => {
      const bytes = await reach(bucket, () => client.getObjectArrayBuffer(keyOf(name)));
      return bytes && bytesOf(Buffer.from(bytes));
    },
    has,
    remove: async (name) => {
      await reach(bucket, () => client.deleteObject(keyOf(name)));
    },
    list: (outermost) => list(client, { bucket, prefix, outermost }),
    replaceText: async (name, text) => {
      await reach(bucket, () => client.putObject(keyOf(name), Buffer.from(text)));
    },
  };
}

const bytesOf = (bytes: Buffer): StoredBytes => ({
  sha256: createHash('sha256').update(bytes).digest(),
  open: () => Readable.from([bytes], { objectMode: false }),
});

async function* list(
  client: S3mini,
  { bucket, prefix, outermost }: { bucket: Bucket; prefix: string; outermost: RegExp },
): AsyncGenerator<StoredFile> {
  let token: string | undefined;
  do {
    const page = await reach(bucket, () => client.listObjectsPaged('/', prefix, PAGE, token));
    for (const { Key, LastModified } of page?.objects ?? []) {
      const name = Key.slice(prefix.length);
      if (outermost.test(name.split('/', 1)[0] ?? '')) {
        yield { name, changedAt: new Date(LastModified) };
      }
    }
    token = page?.nextContinuationToken;
  } while (token !== undefined);
}

async function reach<Answer>(bucket: Bucket, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new DocumentsUnreachable(`${bucket.address} cannot be used: ${cause}`, { cause: error });
  }
}
