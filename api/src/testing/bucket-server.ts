import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { Bucket } from '../platform/document-place.ts';

export type BucketServer = {
  readonly bucket: Bucket;
  /** The store goes away, as in an outage, and comes back with what it had. */
  readonly stop: () => Promise<void>;
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Starts a store that understands the S3 protocol and knows its keys, with an empty bucket. */
export async function startBucketServer(): Promise<BucketServer> {
  const directory = mkdtempSync(join(tmpdir(), 'bursar-bucket-'));
  const options = {
    address: '127.0.0.1',
    silent: true,
    // It expects a list to be signed without the slash after the bucket's name, unlike S3.
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
