import { join } from 'node:path';
import { readText, type Complain, type Env } from './read-setting.ts';

/** The place of an installation's documents: the path of a folder, or a bucket. */
export type DocumentPlace = string | BucketPlace;

export type BucketPlace = {
  readonly bucket: Bucket;
  /** The prefix of each object key in the bucket; empty, or ends with a slash. */
  readonly prefix: string;
  /** A local folder for uploads that are being received, recognised and scanned. */
  readonly uploads: string;
};

/** A bucket of a store that understands Amazon's S3 protocol. */
export type Bucket = {
  /** The address with the bucket: `https://s3.example.com/bucket`. */
  readonly address: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

/** Returns a separate place inside another one. */
export const placeWithin = (place: DocumentPlace, name: string): DocumentPlace =>
  typeof place === 'string'
    ? join(place, name)
    : { ...place, prefix: `${place.prefix}${name}/`, uploads: join(place.uploads, name) };

/**
 * Returns the local folder of a place: the place itself, or the folder for uploads if the place is
 * a bucket.
 */
export const localFolderOf = (place: DocumentPlace): string =>
  typeof place === 'string' ? place : place.uploads;

/** Describes the place in messages to the operator. */
export const describePlace = (place: DocumentPlace): string =>
  typeof place === 'string' ? place : `${place.bucket.address}/${place.prefix}`;

/** Reads the settings of a bucket; without them the documents are in `folder`. */
export function readDocumentPlace(
  env: Env,
  { folder, complain }: { folder: string; complain: Complain },
): DocumentPlace {
  const address = readText(env, 'DOCUMENTS_S3_URL')?.replace(/\/+$/, '') ?? null;
  const accessKeyId = readText(env, 'DOCUMENTS_S3_KEY_ID');
  const secretAccessKey = readText(env, 'DOCUMENTS_S3_SECRET');
  const region = readText(env, 'DOCUMENTS_S3_REGION') ?? 'auto';
  if (address === null && accessKeyId === null && secretAccessKey === null) return folder;
  if (address === null || accessKeyId === null || secretAccessKey === null) {
    complain(
      'DOCUMENTS_S3_URL, DOCUMENTS_S3_KEY_ID and DOCUMENTS_S3_SECRET belong together: set all three or none.',
    );
    return folder;
  }
  if (!isBucketAddress(address)) {
    // The value may contain a password, so the sentence does not repeat it.
    complain(
      'DOCUMENTS_S3_URL is not the address of a bucket such as https://s3.example.com/bucket.',
    );
    return folder;
  }
  return { bucket: { address, region, accessKeyId, secretAccessKey }, prefix: '', uploads: folder };
}

function isBucketAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  const isPlain = [username, password, search, hash].every((part) => part === '');
  return /^https?:$/.test(protocol) && isPlain;
}
