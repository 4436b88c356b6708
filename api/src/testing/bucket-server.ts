import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { Bucket } from '../platform/document-place.ts';

export type BucketServer = {
  readonly bucket: Bucket;
  /** Stops the store, as in an outage; it keeps its content. */
  readonly stop: () => Promise<void>;
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Starts an S3-compatible store with its own keys and an empty bucket. */
export async function startBucketServer(): Promise<BucketServer> {
  const directory = mkdtempSync(join(tmpdir(), 'bursar-bucket-'));
  const options = {
    address: '127.0.0.1',
    silent: true,
    // Unlike S3, this store expects the signature of a list without the slash after the bucket's
    // name.
    allowMismatchedSignatures: true,
    directory,
    configureBuckets: [{ name: 'documents' }],
  };
  let server = new S3rver({ ...options, port: 0 });
  const { port }: AddressInfo = await server.run();
  const stop = async () => {
    server.httpServer?.closeAllConnections();
    await server.close();
  };
  return {
    bucket: {
      address: `http://127.0.0.1:${port}/documents`,
      region: 'auto',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    stop,
    restart: async () => {
      server = new S3rver({ ...options, port });
      await server.run();
    },
    close: async () => {
      await stop().catch(() => undefined);
      rmSync(directory, { recursive: true });
    },
  };
}
